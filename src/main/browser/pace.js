/** When a page says what, and what it makes of the answers. Pure; times are in milliseconds. */

/** A retry waits no longer than this, give or take a quarter. */
const LONGEST = 60_000;

/** Away where nobody can see the page; idle, and then away, where nobody has touched it for so long. */
export const stateOf = (hidden, quiet, { idleAfter, awayAfter }) =>
  hidden || quiet >= awayAfter ? 'away' : quiet >= idleAfter ? 'idle' : 'active';

/** Timers may be a little early. */
const EARLY = 20;

/** How long the next heartbeat may wait: no longer than the state lasts. Browsers let hidden pages work once a minute. */
export function untilBeat(hidden, quiet, options) {
  const { heartbeat, awayLease, idleAfter, awayAfter } = options;
  if (stateOf(hidden, quiet, options) === 'away') {
    return Math.max(heartbeat, awayLease / 3);
  }
  return Math.min(heartbeat, (quiet < idleAfter ? idleAfter : awayAfter) - quiet + EARLY);
}

/**
 * How long to wait before the next try: up to three seconds after a line that worked was cut, so that not all come back
 * at once; about 5 s after the first failure, and twice as long after each further one.
 *
 * @param random from 0 to 1
 */
export const pause = (failures, random) =>
  failures === 0
    ? 300 + 2_700 * random
    : Math.min(LONGEST, 5_000 * 2 ** (failures - 1)) * (0.75 + random / 2);

/**
 * What an answer means: `fine`; `out`: nobody is logged in; `shut`: not in this room, or not so; `anew`: the connection has
 * left, take a new one; `later`: try again, as with a login page in the place of an answer.
 *
 * @param type of the content that was asked for
 */
export function verdict(response, type) {
  const { status } = response;
  if (response.type === 'opaqueredirect' || status === 401) {
    return 'out';
  }
  if ([400, 403, 413].includes(status)) {
    return 'shut';
  }
  if (status === 409) {
    return 'anew';
  }
  return status === 200 && response.headers.get('Content-Type')?.startsWith(type) ? 'fine' : 'later';
}

/**
 * Takes an event stream apart: returns what takes its text, piece by piece, and tells of each event. An event has one line
 * of data here.
 */
export function events(tell) {
  let rest = '';
  return (text) => {
    const blocks = (rest + text.replace(/\r/g, '')).split('\n\n');
    rest = blocks.pop();
    for (const block of blocks) {
      const [name, data] = ['event', 'data'].map((field) => RegExp(`^${field}: ?(.*)$`, 'm').exec(block)?.[1]);
      if (data) {
        tell(name, data);
      }
    }
  };
}

/** Whether two rosters are the same for the eye. */
export const isSame = (one, other) =>
  one != null && other != null && one.hash === other.hash && one.stale === other.stale && one.total === other.total;

/** Whether all viewers of a roster are known, rather than a sample or nothing. */
const isWhole = (roster) => roster != null && roster.total === roster.viewers.length;

/** Who of the others has come and who has gone from one roster to the next; nobody where one of them is not whole. */
export function changes(before, after, me) {
  if (!isWhole(before) || !isWhole(after)) {
    return { joined: [], left: [] };
  }
  const without = (roster, other) => {
    const there = new Set(other.viewers.map((viewer) => viewer.viewerId));
    return roster.viewers.filter(({ viewerId }) => viewerId !== me && !there.has(viewerId));
  };
  return { joined: without(after, before), left: without(before, after) };
}

/** An id for one open page in one room: 128 random bits, never used again. */
export const mint = () =>
  btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(16))))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/=/g, '');
