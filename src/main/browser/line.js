/** How rosters come to the page: by one event stream for all its rooms, or by a long poll for each. */

import { events, verdict } from './pace.js';

/** The first roster is sent at once: a stream that has brought none by then is kept back by somebody on the way. */
const FIRST = 5_000;

/** Something is sent every 3 s, every 10 s to who is away. */
const QUIET = 12_000;
const QUIET_AWAY = 35_000;

/** Polls that are answered at once, by whatever stands between, are no closer together. */
const CLOSEST = 500;

/** Tells, by aborting it, that something has been silent for too long. */
class Watch {
  #stop = new AbortController();
  #timer;

  get signal() {
    return this.#stop.signal;
  }

  /** A page that was busy for long gets half a second to read what has come meanwhile. */
  await(time) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#timer = setTimeout(() => this.#stop.abort(), 500);
    }, time);
  }

  end() {
    clearTimeout(this.#timer);
  }
}

/**
 * Reads an event stream until it ends.
 *
 * @param signal ends it from here
 * @param isAway whether the page is away, so that the server is quieter
 * @param take told of each roster
 * @returns why it ended: what `verdict` says of a refusal, `buffered`, `silent`, `cut`, or the reason the server gives
 */
export async function stream(address, headers, signal, isAway, take) {
  const watch = new Watch();
  let begun = false;
  let reason = 'cut';
  const read = events((name, data) => {
    begun = true;
    if (name === 'presence') {
      take(JSON.parse(data));
    } else if (name === 'end') {
      reason = JSON.parse(data).reason;
    }
  });
  try {
    watch.await(FIRST);
    const response = await fetch(address, {
      headers: { ...headers, Accept: 'text/event-stream' },
      cache: 'no-store',
      redirect: 'manual',
      signal: AbortSignal.any([signal, watch.signal]),
    });
    if (response.status === 204) {
      return 'anew';
    }
    const said = verdict(response, 'text/event-stream');
    if (said !== 'fine') {
      return said;
    }
    const text = new TextDecoder();
    const reader = response.body.getReader();
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      read(text.decode(part.value, { stream: true }));
      if (begun) {
        watch.await(isAway() ? QUIET_AWAY : QUIET);
      }
    }
    return reason;
  } catch {
    return !watch.signal.aborted ? 'cut' : begun ? 'silent' : 'buffered';
  } finally {
    watch.end();
  }
}

/**
 * Asks for the roster of a room again and again.
 *
 * @param ask sends the parameters that it is given, and returns the answer
 * @param known the roster that is known, or null
 * @param until on the page's clock; then it is time to try the stream again
 * @returns why it ended, as `stream` does, or `over`
 */
export async function poll(ask, known, signal, until, take) {
  let { hash, stale } = known ?? {};
  while (!signal.aborted) {
    const begun = performance.now();
    const { said, answer } = await ask({ lastHash: hash ?? '', ...(stale != null && { lastStale: stale }) });
    if (said !== 'fine') {
      return said;
    }
    if (answer.stopped) {
      return 'stopped';
    }
    if (answer.hasChanged) {
      ({ hash, stale } = answer);
    }
    take(answer.hasChanged ? answer : null);
    const rest = CLOSEST - (performance.now() - begun);
    if (rest > 0) {
      await new Promise((next) => setTimeout(next, rest));
    }
    if (performance.now() > until) {
      return 'over';
    }
  }
  return 'cut';
}

/**
 * One of four seats for lines that all pages of this site share in this browser, since over HTTP/1.1 it opens no more than
 * six connections to a host, and the site needs some for its pages.
 *
 * @returns what gives the seat back; null if none is free
 */
export async function seat() {
  const [page] = performance.getEntriesByType('navigation');
  if (!navigator.locks || /^h[23]/.test(page?.nextHopProtocol)) {
    return () => {};
  }
  for (let i = 0; i < 4; i++) {
    const free = await new Promise((found) => {
      navigator.locks
        .request(`org.whosonline.line.${i}`, { ifAvailable: true }, (lock) => {
          return lock ? new Promise((done) => found(done)) : found(null);
        })
        .catch(() => found(() => {}));
    });
    if (free) {
      return free;
    }
  }
  return null;
}
