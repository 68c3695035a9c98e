/** The connections of one open page: its signs of life, what it says, and the line by which rosters come. */

import options from './options.js';
import { poll, seat, stream } from './line.js';
import { pause, stateOf, untilBeat, verdict } from './pace.js';
import { Place, Room } from './room.js';

/** What users do. Not `scroll`: pages scroll by themselves too, and a user does it by one of these. */
const INPUT = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'];

/** An answer that takes longer does not come. */
const PATIENCE = 10_000;

/** A server that is back by then was never away, for the eye. */
const DOUBT = 4_000;

/** After so long without news nobody knows who is there. */
const UNKNOWN = 300_000;

/** How long polls are kept to before the stream is tried again. */
const DETOUR = 300_000;

/** Each takes one of the six connections that a browser opens to a host: with more rooms heartbeats have to do. */
const POLLS = 2;

/** A line that has lasted so long has worked. */
const LASTING = 10_000;

/** Who was told to log in asks again when the page is looked at, no more often than this. */
const KNOCK = 30_000;

/**
 * A browser that quits hides its pages first, and lets out what they say then, but often not that they leave: who was called
 * away would stay so for the long lease. It is gone by then.
 */
const QUITTING = 500;

/** What draws a page may take an element out and put it back: the room is not left meanwhile. */
const MOVING = 100;

const now = () => performance.now();
const pairs = (places) => places.flatMap(({ id, conn }) => [['room', id], ['conn', conn]]);
const meta = (name) => document.querySelector(`meta[name="${name}"]`)?.content;

export class Page {
  options = options;
  /** The own user id; null until known. */
  me = null;
  /** A token against forged requests, where the host wants one that no meta element tells: {token, header, parameter}. */
  csrf = null;

  #base;
  #places = new Map();
  #status;
  #inputAt = now();
  /** Why the page says nothing: `gone`, `stopped`, `out`; null while it talks. */
  #mute = null;
  #askedAt = -Infinity;
  #beatDue = 0;
  #newsAt = now();
  #failures = 0;
  #busy = false;
  #again = false;
  #timer;
  #doubt;

  #line = null;
  #lineDue = 0;
  #cuts = 0;
  #detourUntil = 0;

  /** @param base where the addresses begin, with a slash at its end */
  constructor(base) {
    this.#base = base;
    if (document.prerendering) {
      this.#mute = 'gone';
      document.addEventListener('prerenderingchange', () => this.#come(), { once: true });
    }
    for (const type of INPUT) {
      addEventListener(type, (event) => event.isTrusted && this.#touched(), { passive: true, capture: true });
    }
    document.addEventListener('visibilitychange', () => this.#turned());
    document.addEventListener('freeze', () => this.#turn());
    document.addEventListener('resume', () => this.#wake(0));
    addEventListener('pagehide', () => this.#go());
    addEventListener('pageshow', (event) => event.persisted && this.#come());
    addEventListener('focus', () => this.#knock());
    addEventListener('online', () => this.#failures && this.#wake(1_000 * Math.random()));
  }

  /** @param first what the server has rendered: {roster, me} */
  join(id, first = {}) {
    let place = this.#places.get(id);
    if (!place) {
      // Not to be in the rooms before says nothing of this one.
      if (this.#mute === 'out' && this.#all().every(({ shut }) => shut)) {
        this.#mute = null;
      }
      place = new Place(this, id);
      this.#places.set(id, place);
      place.roster = first.roster ?? null;
      place.state = this.#mute === 'out' ? 'out' : 'joining';
      this.me ??= first.me ?? null;
    }
    const room = new Room(place);
    this.nudge();
    return room;
  }

  setStatus(text) {
    this.#status = text;
    this.nudge();
  }

  /** There is something to say. While the server does not answer, it waits for the next try. */
  nudge() {
    if (!this.#failures) {
      this.#wake(0);
    }
  }

  /** Nobody here wants the room any more. */
  dropped(place) {
    setTimeout(() => {
      if (!place.rooms.size && this.#places.get(place.id) === place) {
        this.#places.delete(place.id);
        this.#leave([place]);
        this.nudge();
      }
    }, MOVING);
  }

  #quiet() {
    return now() - this.#inputAt;
  }

  #state() {
    return stateOf(document.hidden, this.#quiet(), options);
  }

  #all() {
    return [...this.#places.values()];
  }

  /** Those rooms that this user may be in, as many as a page may: with more the server would refuse all. */
  #joined() {
    return this.#all().filter((place) => !place.shut).slice(0, options.rooms);
  }

  #touched() {
    const before = this.#state();
    this.#inputAt = now();
    if (this.#mute === 'stopped') {
      this.#mute = null;
      this.nudge();
    } else if (before !== this.#state()) {
      this.nudge();
    }
    this.#knock();
  }

  /** Looks whether somebody has logged in meanwhile, in another tab. */
  #knock() {
    if (this.#mute === 'out' && now() - this.#askedAt > KNOCK) {
      this.#mute = null;
      this.#all().forEach((place) => (place.shut = false));
      this.#wake(0);
    }
  }

  /** A hidden page says so, and needs no line then. Leaving for another page is told by `pagehide`, which comes before. */
  #turned() {
    if (document.hidden) {
      this.#wake(QUITTING);
    } else {
      this.#touched();
      this.#turn();
    }
  }

  #go() {
    this.#mute = 'gone';
    this.#hangUp();
    this.#leave(this.#all());
  }

  #come() {
    this.#mute = null;
    this.#failures = this.#cuts = this.#lineDue = 0;
    this.#inputAt = now();
    this.#wake(0);
  }

  #stop(why, roster) {
    this.#mute = why;
    this.#hangUp();
    this.#calm();
    this.#all().forEach((place) => {
      place.become(why, roster);
      if (why === 'out') {
        // With the login its connections have left.
        place.renew();
      }
    });
  }

  #leave(places) {
    const left = places.filter((place) => place.sent && !place.shut);
    if (left.length) {
      navigator.sendBeacon(this.#address('presence/leave'), this.#body(left));
    }
    places.forEach((place) => place.renew());
  }

  #wake(after) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#turn(), after);
  }

  /** One heartbeat, and what follows from its answer. */
  async #turn() {
    clearTimeout(this.#timer);
    if (this.#mute || !this.#places.size) {
      this.#hangUp();
      this.#calm();
      return;
    }
    this.#again = this.#busy;
    if (this.#busy) {
      return;
    }
    this.#busy = true;
    this.#askedAt = now();
    const { said, after } = await this.#beat().catch(() => ({ said: 'later' }));
    this.#busy = false;
    if (this.#mute || !this.#places.size) {
      return;
    }
    if (said === 'fine') {
      this.#answered();
    } else if (said === 'later') {
      this.#failed(after);
    } else {
      this.#stop(said, said === 'out' ? null : undefined);
    }
  }

  /** No try is due any more. */
  #calm() {
    this.#failures = 0;
    clearTimeout(this.#doubt);
    this.#doubt = null;
  }

  #answered() {
    this.#calm();
    this.#newsAt = now();
    this.#open();
    this.#beatDue = now() + (this.#again ? 0 : untilBeat(document.hidden, this.#quiet(), options));
    this.#plan();
  }

  /** Waits for the next heartbeat, or for the next line where that is due before: neither must put off the other. */
  #plan() {
    const line = this.#line || document.hidden ? Infinity : this.#lineDue;
    this.#wake(Math.max(0, Math.min(line, this.#beatDue) - now()));
  }

  #failed(after = 0) {
    this.#failures++;
    this.#doubt ??= setTimeout(() => this.#all().forEach((place) => place.become('waiting')), DOUBT);
    if (now() - this.#newsAt > UNKNOWN) {
      this.#all().forEach((place) => place.forget());
    }
    this.#wake(Math.max(after, pause(this.#failures, Math.random())));
  }

  /** What is to be said of one room only goes by itself; a common sign of life serves all others. */
  async #beat() {
    const places = this.#joined();
    const apart = places.filter((place) => Object.keys(place.pending).length);
    const groups = [...apart.map((place) => [place]), places.filter((place) => !apart.includes(place))];
    for (const group of groups.filter(({ length }) => length)) {
      const result = await this.#say(group);
      if (result.said !== 'fine') {
        return result;
      }
    }
    return this.#joined().length ? { said: 'fine' } : { said: 'out' };
  }

  async #say(all, tries = 3) {
    // What was left while the request before was under way stays so.
    const places = all.filter((place) => this.#places.get(place.id) === place);
    const [first] = places;
    if (this.#mute || !first) {
      return { said: 'fine' };
    }
    const conns = places.map(({ conn }) => conn);
    const { pending } = first;
    const status = this.#status;
    first.pending = {};
    this.#status = undefined;
    places.forEach((place) => (place.sent = true));
    const what = { state: this.#state(), ...pending, ...(status != null && { status }) };
    const result = await this.#post('presence', places, what, AbortSignal.timeout(PATIENCE));
    const { said, answer } = result;
    if (said === 'fine') {
      this.me = answer.viewerId;
      places.forEach((place, i) => conns[i] === place.conn && (place.hash = answer.hash[i]));
      return answer.stopped ? { said: 'stopped' } : result;
    }
    if (first.conn === conns[0]) {
      first.pending = { ...pending, ...first.pending };
    }
    if (status && result.code === 413) {
      return this.#say(places, tries);
    }
    this.#status ??= status;
    if (said === 'later' || said === 'out') {
      return result;
    }
    if (places.length > 1) {
      return this.#sayEach(places);
    }
    if (said === 'shut') {
      first.shut = true;
      first.become('out', null);
      return { said: 'fine' };
    }
    if (first.conn === conns[0]) {
      first.renew();
    }
    return tries ? this.#say(places, tries - 1) : { said: 'later' };
  }

  /** Finds out which of several rooms was meant. */
  async #sayEach(places) {
    for (const place of places) {
      const result = await this.#say([place]);
      if (result.said !== 'fine') {
        return result;
      }
    }
    return { said: 'fine' };
  }

  /** Sees to it that there is a line for what is to be heard; where none is to be had, asks what has changed. */
  #open() {
    const places = this.#joined();
    const key = JSON.stringify(places.map(({ id, conn }) => [id, conn]));
    if (document.hidden) {
      this.#hangUp();
      places.forEach((place) => place.take(null));
    } else if (this.#line?.key === key) {
      places.forEach((place) => place.state === 'waiting' && place.take(null));
    } else {
      this.#hangUp();
      if (places.length > POLLS) {
        this.#lineDue = Math.max(this.#lineDue, this.#detourUntil);
      }
      if (now() < this.#lineDue) {
        this.#look(places);
      } else {
        this.#listen(places, key);
      }
    }
  }

  #hangUp() {
    this.#line?.end.abort();
    this.#line = null;
  }

  async #listen(places, key) {
    const line = (this.#line = { key, end: new AbortController() });
    const free = await seat();
    if (line !== this.#line) {
      free?.();
      return;
    }
    if (!free) {
      this.#line = null;
      this.#look(places);
      return;
    }
    const begun = now();
    const why = await (begun < this.#detourUntil
      ? Promise.race(places.map((place) => this.#poll(place, line.end.signal))).catch(() => 'cut')
      : this.#stream(places, line.end.signal));
    free();
    if (line === this.#line) {
      this.#hangUp();
      this.#cut(why, now() - begun);
    }
  }

  /** @param lasted how long the line worked */
  #cut(why, lasted) {
    if (why === 'stopped') {
      this.#stop(why);
      return;
    }
    this.#cuts = lasted < LASTING ? this.#cuts + 1 : 0;
    if (why === 'buffered' || this.#cuts > 2) {
      this.#detourUntil = now() + DETOUR;
    }
    this.#lineDue = now() + (['buffered', 'session', 'over'].includes(why) ? 0 : pause(this.#cuts, Math.random()));
    if (!this.#failures) {
      this.#plan();
    }
  }

  #stream(places, signal) {
    const address = `${this.#address('presence/stream')}?${new URLSearchParams(pairs(places))}`;
    return stream(address, this.#headers(), signal, () => this.#state() === 'away', (roster) => {
      this.#places.get(roster.room)?.take(roster);
    });
  }

  #poll(place, signal) {
    const longest = () => AbortSignal.any([signal, AbortSignal.timeout(options.hold + PATIENCE)]);
    const ask = (what) => this.#post('presence/poll', [place], what, longest());
    return poll(ask, place.roster, signal, this.#detourUntil, (roster) => {
      place.take(roster && { ...roster, room: place.id });
    });
  }

  /** Asks for the rosters that have changed, as the last heartbeat was answered. */
  async #look(places) {
    for (const place of places) {
      if (!place.hash || place.hash === place.roster?.hash) {
        place.take(null);
        continue;
      }
      const address = `${this.#address('presence')}?${new URLSearchParams({ room: place.id })}`;
      const { said, answer } = await this.#ask(address, { signal: AbortSignal.timeout(PATIENCE) });
      if (said === 'fine' && !this.#line) {
        place.take(answer);
      }
    }
  }

  #post(path, places, what, signal) {
    const keepalive = document.hidden;
    return this.#ask(this.#address(path), { method: 'POST', body: this.#body(places, what), keepalive, signal });
  }

  async #ask(address, how) {
    try {
      const response = await fetch(address, { ...how, headers: this.#headers(), cache: 'no-store', redirect: 'manual' });
      const said = verdict(response, 'application/json');
      if (said === 'shut') {
        console.warn(await response.text());
      }
      const answer = said === 'fine' ? await response.json() : null;
      return {
        // Others answer in JSON too, such as a gate before the site.
        said: said === 'fine' && answer.hash === answer.hasChanged ? 'later' : said,
        answer,
        code: response.status,
        // A timer of weeks is none.
        after: Math.min(DETOUR, 1_000 * (parseInt(response.headers.get('Retry-After')) || 0)),
      };
    } catch {
      return { said: 'later' };
    }
  }

  #address(path) {
    return new URL(path, this.#base).href;
  }

  #token() {
    const { token, header, parameter } = this.csrf ?? {};
    return [
      token ?? meta('_csrf') ?? meta('csrf-token'),
      header ?? meta('_csrf_header') ?? 'X-CSRF-TOKEN',
      parameter ?? meta('_csrf_parameter') ?? '_csrf',
    ];
  }

  #headers() {
    const [token, header] = this.#token();
    return { 'X-WhosOnline': '1', ...(token && { [header]: token }) };
  }

  #body(places, what) {
    const [token, , parameter] = this.#token();
    return new URLSearchParams([...pairs(places), ...Object.entries({ ...what, ...(token && { [parameter]: token }) })]);
  }
}
