import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { textsOf } from '../../main/browser/texts.js';

const LANGUAGES = ['en', 'ja', 'bn'];
const loaded = await Promise.all(LANGUAGES.map(textsOf));
const texts = (language) => loaded[LANGUAGES.indexOf(language)];

/** The server's texts. */
function server(language) {
  const file = new URL(`../../main/resources/org/whosonline/tags/texts_${language}.properties`, import.meta.url);
  return Object.fromEntries(
    readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => line && !line.startsWith('#'))
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  );
}

const SAME = {
  'viewers.all': 'all',
  'viewers.others': 'viewers',
  more: 'more',
  tabs: 'tab',
  count: 'online',
  hidden: 'hidden',
};

const SAME_SAYINGS = {
  stale: 'stale',
  'viewer.idle': 'idle',
  'viewer.away': 'away',
  'viewer.editing': 'editing',
  'viewer.more': 'tabs',
  'viewer.status': 'status',
  'viewer.self': 'self',
  'viewer.self.hidden': 'hiding',
  unknown: 'unknown',
  nobody: 'nobody',
  'unknown.list': 'noList',
  'hidden.list': 'login',
};

test('Numbered texts, their plural forms and digits are those of the server', () => {
  for (const language of LANGUAGES) {
    const theirs = server(language);
    const ours = texts(language);
    for (const n of [0, 1, 2, 21, 1234567]) {
      const form = theirs.one.split(' ').includes(`${n}`) ? 'one' : 'other';
      for (const [key, own] of Object.entries(SAME)) {
        assert.equal(ours.count(own, n), theirs[`${key}.${form}`].replace('{0}', ours.number(n)), `${language} ${key} ${n}`);
      }
    }
  }
});

test('All other texts that both have are those of the server', () => {
  for (const language of LANGUAGES) {
    const theirs = server(language);
    for (const [key, own] of Object.entries(SAME_SAYINGS)) {
      const expected = theirs[key].replace('{0}', 'A').replace('{1}', 'B');
      assert.equal(texts(language).say(own, 'A', 'B'), expected, `${language} ${key}`);
    }
    assert.equal(theirs['viewer.doing'], '{0} — {1}');
  }
});

test('Digits and groups are those of the language', () => {
  assert.equal(texts('en').number(1234567), '1,234,567');
  assert.equal(texts('ja').number(1000), '1,000');
  assert.equal(texts('bn').number(1234567), '১২,৩৪,৫৬৭');
  assert.equal(texts('bn').number(999), '৯৯৯');
  assert.equal(texts('en').number(0), '0');
});

test('The language is found by its first part, in any letter case', async () => {
  const expected = { 'ja-JP': 'ja', BN_bd: 'bn', bnx: 'en', fr: 'en', '': 'en' };
  for (const [tag, language] of Object.entries(expected)) {
    assert.equal((await textsOf(tag)).language, language, tag);
  }
});

test('All languages say the same things', async () => {
  const tables = await Promise.all(['ja', 'bn'].map((language) => import(`../../main/browser/texts-${language}.js`)));
  const [ja, bn] = tables.map((module) => Object.keys(module.default));
  assert.deepEqual(ja, bn);
  for (const key of ja) {
    for (const language of LANGUAGES) {
      assert.ok(texts(language).say(key, 'a', 'b'), `${language} ${key}`);
    }
  }
});

test('One is one, and others are others', () => {
  const { count } = texts('en');
  assert.equal(count('here', 1, 'Ana'), 'Ana is here');
  assert.equal(count('here', 2, 'Ana and Ben'), 'Ana and Ben are here');
  assert.equal(count('edits', 1, 'Ana'), 'Ana is editing this.');
  assert.equal(count('types', 0, 'Nobody'), 'Nobody are typing…');
});

test('What stands in a place is none itself', () => {
  assert.equal(texts('en').say('self', '{0}$&'), '{0}$& (you)');
});
