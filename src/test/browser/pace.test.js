import assert from 'node:assert/strict';
import { test } from 'node:test';
import options from '../../main/browser/options.js';
import { changes, events, isSame, mint, pause, stateOf, untilBeat, verdict } from '../../main/browser/pace.js';

const MINUTE = 60_000;

/** An answer as fetch gives it. */
const answer = (status, type, more = {}) => ({
  status,
  type: 'basic',
  headers: new Headers(type ? { 'Content-Type': type } : {}),
  ...more,
});

const roster = (...ids) => ({ total: ids.length, viewers: ids.map((viewerId) => ({ viewerId })), hash: ids.join(), stale: false });

test('a page is idle after two minutes without input, away after five, and away at once where nobody sees it', () => {
  assert.equal(stateOf(false, 0, options), 'active');
  assert.equal(stateOf(false, 2 * MINUTE - 1, options), 'active');
  assert.equal(stateOf(false, 2 * MINUTE, options), 'idle');
  assert.equal(stateOf(false, 5 * MINUTE, options), 'away');
  assert.equal(stateOf(true, 0, options), 'away');
});

test('a page gives a sign of life every ten seconds, and right after its state changes', () => {
  assert.equal(untilBeat(false, 0, options), 10_000);
  assert.equal(untilBeat(false, 2 * MINUTE - 3_000, options), 3_020);
  assert.equal(untilBeat(false, 5 * MINUTE - 1, options), 21);
});

test('who is away gives three signs of life in a lease, and none more often than others', () => {
  assert.equal(untilBeat(true, 0, options), 50_000);
  assert.equal(untilBeat(false, 10 * MINUTE, options), 50_000);
  assert.equal(untilBeat(true, 0, { ...options, awayLease: 15_000 }), 10_000);
});

test('after a line that worked, pages come back within three seconds, each at another moment', () => {
  assert.equal(pause(0, 0), 300);
  assert.equal(pause(0, 1), 3_000);
});

test('after failures a page waits 5 s, then twice as long each time, up to a minute, give or take a quarter', () => {
  assert.deepEqual([1, 2, 3, 4, 5, 50].map((n) => pause(n, 0.5)), [5_000, 10_000, 20_000, 40_000, 60_000, 60_000]);
  assert.equal(pause(1, 0), 3_750);
  assert.equal(pause(1, 1), 6_250);
});

test('an answer in another shape than was asked for is an error that passes', () => {
  assert.equal(verdict(answer(200, 'application/json;charset=utf-8'), 'application/json'), 'fine');
  for (const other of [answer(200, 'text/html'), answer(200), answer(502, 'text/html'), answer(404), answer(429), answer(503, 'application/json')]) {
    assert.equal(verdict(other, 'application/json'), 'later');
  }
});

test('nobody logged in, not in this room, and a connection that has left are told apart', () => {
  assert.equal(verdict(answer(401, 'application/problem+json'), 'application/json'), 'out');
  assert.equal(verdict(answer(0, null, { type: 'opaqueredirect' }), 'application/json'), 'out');
  for (const status of [400, 403, 413]) {
    assert.equal(verdict(answer(status), 'application/json'), 'shut');
  }
  assert.equal(verdict(answer(409), 'application/json'), 'anew');
});

test('an event stream is read in whatever pieces it comes', () => {
  const text = 'retry: 2000\n\n:\n\nevent: presence\nid: 7\ndata: {"a":"☕: b"}\n\n:\n\ndata:one\r\n\r\nevent: end\ndata: x\n\n';
  for (const size of [1, 2, 3, 7, 1_000]) {
    const told = [];
    const take = events((name, data) => told.push([name, data]));
    for (let i = 0; i < text.length; i += size) {
      take(text.slice(i, i + size));
    }
    assert.deepEqual(told, [['presence', '{"a":"☕: b"}'], [undefined, 'one'], ['end', 'x']], `pieces of ${size}`);
  }
});

test('an event that is not yet complete is not told', () => {
  const told = [];
  events((name) => told.push(name))('event: presence\ndata: {}\n');
  assert.deepEqual(told, []);
});

test('rosters are compared by what the eye sees', () => {
  assert.ok(isSame(roster('a'), roster('a')));
  assert.ok(!isSame(roster('a'), { ...roster('a'), stale: true }));
  assert.ok(!isSame(null, roster()));
  assert.ok(!isSame(roster('a'), roster('b')));
});

test('who came and who went are users, and never oneself', () => {
  const { joined, left } = changes(roster('ana', 'ben', 'me'), roster('ben', 'cy', '__proto__'), 'me');
  assert.deepEqual(joined.map(({ viewerId }) => viewerId), ['cy', '__proto__']);
  assert.deepEqual(left.map(({ viewerId }) => viewerId), ['ana']);
});

test('of a sample, of nothing and of what nobody knows no coming or going is told', () => {
  const sample = { ...roster('a', 'b'), total: 100 };
  const unknown = { ...roster(), total: null };
  for (const [before, after] of [[sample, roster('a')], [roster('a'), sample], [null, roster('a')], [roster('a'), unknown], [unknown, roster('a')]]) {
    assert.deepEqual(changes(before, after, 'me'), { joined: [], left: [] });
  }
});

test('ids of connections are 22 signs that the server takes, and not one comes twice', () => {
  const ids = new Set(Array.from({ length: 1_000 }, mint));
  assert.equal(ids.size, 1_000);
  for (const id of ids) {
    assert.match(id, /^[\w-]{22}$/);
  }
});
