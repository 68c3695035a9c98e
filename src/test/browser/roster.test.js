import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { News, apart, colour, initials, named, others, people, shown, tip, words } from '../../main/browser/roster.js';
import { textsOf } from '../../main/browser/texts.js';

const read = (path) => readFileSync(new URL(path, import.meta.url), 'utf8');
const faces = JSON.parse(read('faces.json'));
const [english, japanese, bengali] = await Promise.all(['en', 'ja', 'bn'].map(textsOf));

const viewer = (viewerId, more = {}) => ({
  viewerId,
  viewerName: `Name ${viewerId}`,
  avatar: null,
  joinedAt: 1764500000,
  state: 'active',
  editing: false,
  status: null,
  typing: false,
  connections: 1,
  ...more,
});

const roster = (ids, total = ids.length) => ({ total, viewers: ids.map((id) => viewer(id)) });
const range = (n) => Array.from({ length: n }, (_, i) => `u${i}`);

test('SHOW-H01, SHOW-H07: initials are whole signs, and those that the server writes', () => {
  for (const [name, expected] of faces.initials) {
    assert.equal(initials(name), expected, JSON.stringify(name));
  }
});

test('A letter under a pile of marks is shown without them', () => {
  assert.equal(initials(`e${'\u0301'.repeat(400)}`), 'E');
  assert.equal(initials(`e${'\u0301'.repeat(100000)}`), 'E');
});

test('Colours are those of the server, for any id', () => {
  for (const [id, expected] of faces.colours) {
    assert.equal(colour(id), expected, JSON.stringify(id));
  }
});

test('White initials stand out from each of the eight colours', () => {
  const css = read('../../main/browser/presence.css');
  const luminance = (hex) =>
    [1, 3, 5]
      .map((at) => parseInt(hex.slice(at, at + 2), 16) / 255)
      .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
      .reduce((sum, part, i) => sum + part * [0.2126, 0.7152, 0.0722][i], 0);
  const colours = [...css.matchAll(/var\(--whosonline-colour-(\d), (#[0-9a-f]{6})\)/g)];
  assert.deepEqual(colours.map(([, index]) => Number(index)).sort(), [0, 1, 2, 3, 4, 5, 6, 7]);
  for (const [, , hex] of colours) {
    assert.ok(1.05 / (luminance(hex) + 0.05) >= 4.5, hex);
  }
});

test('SHOW-H02: faces and what is more are the number, with and without oneself', () => {
  for (const n of [0, 1, 5, 6, 250]) {
    for (const me of ['u0', 'elsewhere', null]) {
      for (const self of [true, false]) {
        const { list, number, faces: drawn, more } = shown(roster(range(n)), { me, self, max: 5 });
        const expected = n - (n > 0 && me === 'u0' && !self ? 1 : 0);
        assert.equal(number, expected);
        assert.equal(list.length, expected);
        assert.equal(drawn.length + more, expected);
        assert.equal(drawn.length, Math.min(5, expected));
      }
    }
  }
});

test('SHOW-H02: away, idle and hidden viewers are faces as any other', () => {
  const viewers = [viewer('a', { state: 'away' }), viewer('b', { state: 'idle' }), viewer('me', { hidden: true })];
  assert.equal(shown({ total: 3, viewers }, { me: 'me', max: 5 }).number, 2);
  assert.equal(shown({ total: 3, viewers }, { me: 'me', max: 5, self: true }).number, 3);
});

test('Of a sample the number is the total, without oneself where one is counted', () => {
  const sample = (options) => shown(roster(range(40), 250), { max: 5, ...options });
  assert.equal(sample({ me: 'u3' }).number, 249);
  assert.equal(sample({ me: 'u3', counted: true }).number, 249);
  assert.equal(sample({ me: 'elsewhere', counted: true }).number, 249);
  assert.equal(sample({ me: 'elsewhere', counted: false }).number, 250);
  assert.equal(sample({ me: 'elsewhere', counted: true, self: true }).number, 250);
  assert.equal(sample({ me: 'u3' }).more, 244);
});

test('Who is counted where everybody is listed is seen in the list alone', () => {
  assert.equal(shown(roster(range(3)), { me: 'elsewhere', counted: true, max: 5 }).number, 3);
});

test('No face is drawn where none may be, and the number stands', () => {
  const { faces: drawn, more } = shown(roster(range(3)), { me: null, max: 0 });
  assert.deepEqual(drawn, []);
  assert.equal(more, 3);
});

test('The order of the roster is kept', () => {
  const { list } = shown(roster(['c', 'a', 'b']), { me: 'a', max: 5 });
  assert.deepEqual(list.map(({ viewerId }) => viewerId), ['c', 'b']);
});

test('Who else is editing or typing is never oneself', () => {
  const viewers = [viewer('a', { editing: true }), viewer('me', { editing: true, typing: true }), viewer('b', { typing: true })];
  assert.deepEqual(others({ viewers }, 'me', 'editing').map(({ viewerId }) => viewerId), ['a']);
  assert.deepEqual(others({ viewers }, 'me', 'typing').map(({ viewerId }) => viewerId), ['b']);
});

test('A tooltip says name, state, tabs and status', () => {
  const ana = (more) => tip(viewer('1', { viewerName: 'Ana', ...more }), 'me', english);
  assert.equal(ana(), 'Ana');
  assert.equal(ana({ state: 'idle', connections: 2 }), 'Ana — idle (2 tabs)');
  assert.equal(ana({ state: 'away', status: 'at lunch' }), 'Ana — away: at lunch');
  assert.equal(ana({ state: 'idle', editing: true }), 'Ana — editing');
  assert.equal(ana({ connections: 2, status: 'x' }), 'Ana (2 tabs): x');
});

test('Oneself is marked, also as hidden', () => {
  assert.equal(named(viewer('me', { viewerName: 'Ana' }), 'me', english), 'Ana (you)');
  assert.equal(named(viewer('me', { viewerName: 'Ana', hidden: true }), 'me', english), 'Ana (you, hidden from others)');
});

test('Names and statuses that run from right to left are isolated', () => {
  const text = tip(viewer('1', { viewerName: 'محمد', state: 'idle', status: 'غداء' }), null, english);
  assert.equal(text, '\u2068محمد\u2069 — idle: \u2068غداء\u2069');
  assert.equal(apart('Ana\u2069\u202e\u2066'), '\u2068Ana\u202e\u2069');
});

test('Names are not taken for places of a text', () => {
  assert.equal(tip(viewer('1', { viewerName: '{1}$&{0}', connections: 2 }), null, english), '{1}$&{0} (2 tabs)');
});

test('The words of the panel say state, tabs and status', () => {
  assert.equal(words(viewer('1'), english), 'active');
  assert.equal(words(viewer('1', { state: 'idle', connections: 2, status: 'at lunch' }), english), 'idle · 2 tabs · at lunch');
  assert.equal(words(viewer('1', { editing: true, typing: true }), english), 'typing…');
  assert.equal(words(viewer('1', { state: 'away', editing: true }), english), 'editing');
});

test('Up to three are named, of more two', () => {
  const say = (n, language = english) => people(['Ana', 'Ben', 'Cem', 'Dora'].slice(0, n), n, language);
  assert.equal(say(1), 'Ana');
  assert.equal(say(2), 'Ana and Ben');
  assert.equal(say(3), 'Ana, Ben and Cem');
  assert.equal(say(4), 'Ana, Ben and 2 others');
  assert.equal(people(['Ana', 'Ben', 'Cem'], 250, english), 'Ana, Ben and 248 others');
  assert.equal(people(['Ana'], 2, english), 'Ana and 1 other');
  assert.equal(say(4, japanese), 'Anaさん、Benさん、ほか2人');
  assert.equal(say(4, bengali), 'Ana, Ben ও আরও ২ জন');
});

test('Who joined and who left is told together', () => {
  const news = new News();
  news.add('r', 'joined', [viewer('1', { viewerName: 'Ana' })]);
  news.add('r', 'joined', [viewer('2', { viewerName: 'Ben' })]);
  news.add('r', 'left', [viewer('3', { viewerName: 'Cem' })]);
  assert.equal(news.tell(0, english), 'Ana and Ben joined. Cem left');
  assert.equal(news.tell(0, english), '');
});

test('Who joins and leaves, or leaves and joins, before it is told was never there', () => {
  const news = new News();
  news.add('r', 'joined', [viewer('1')]);
  news.add('r', 'left', [viewer('1')]);
  news.add('r', 'left', [viewer('2')]);
  news.add('r', 'joined', [viewer('2')]);
  assert.equal(news.tell(0, english), '');
});

test('Who leaves one room and joins another does both', () => {
  const news = new News();
  news.add('r', 'left', [viewer('1', { viewerName: 'Ana' })]);
  news.add('s', 'joined', [viewer('1', { viewerName: 'Ana' })]);
  assert.equal(news.tell(0, english), 'Ana joined. Ana left');
});

test('The first news wait two seconds, the next until ten have passed', () => {
  const news = new News();
  assert.equal(news.wait(50), 2000);
  news.add('r', 'joined', [viewer('1')]);
  news.tell(2050, english);
  assert.equal(news.wait(3050), 9000);
  assert.equal(news.wait(11050), 2000);
});

test('News that came to nothing delay no others', () => {
  const news = new News();
  news.tell(1000, english);
  assert.equal(news.wait(1000), 2000);
});
