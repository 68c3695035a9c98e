/** A room as the page has it. */

import { changes, isSame, mint } from './pace.js';

/** What `join` gives. Events: `roster`, `joined`, `left`, `state`. */
export class Room extends EventTarget {
  #place;

  constructor(place) {
    super();
    this.id = place.id;
    this.#place = place;
    place.rooms.add(this);
  }

  get me() {
    return this.#place?.page.me ?? null;
  }

  get roster() {
    return this.#place?.roster ?? null;
  }

  get state() {
    return this.#place?.state ?? 'left';
  }

  setEditing(editing = true) {
    this.#place?.edit(this, editing);
  }

  /** May be called at each key. */
  typing(typing = true) {
    this.#place?.type(typing);
  }

  /** The user's own words, the same in all rooms. */
  setStatus(text) {
    this.#place?.page.setStatus(text);
  }

  leave() {
    const place = this.#place;
    if (place) {
      this.#place = null;
      place.drop(this);
      this.tell('state', 'left');
    }
  }

  tell(type, detail) {
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }
}

/** The page's one place in a room, shared by all who joined it here. */
export class Place {
  conn = mint();
  rooms = new Set();
  roster = null;
  state = 'joining';
  /** Whether the user was told not to be here. */
  shut = false;
  /** Whether the server may have heard of the connection. */
  sent = false;
  /** Of the roster, as the last heartbeat was answered. */
  hash = null;
  /** What the next heartbeat has to say. */
  pending = {};

  #editors = new Set();
  #typedAt = -Infinity;

  constructor(page, id) {
    this.page = page;
    this.id = id;
  }

  edit(room, editing) {
    const before = this.#editors.size > 0;
    this.#editors[editing ? 'add' : 'delete'](room);
    if (this.#editors.size > 0 !== before) {
      this.#say({ editing: !before });
    }
  }

  /** Said twice in the time for which the server shows it, it goes on. */
  type(typing) {
    const { typing: span } = this.page.options;
    const since = performance.now() - this.#typedAt;
    if (typing ? since > span / 2 : since < span) {
      this.#typedAt = typing ? performance.now() : -Infinity;
      this.#say({ typing });
    }
  }

  #say(what) {
    Object.assign(this.pending, what);
    this.page.nudge();
  }

  drop(room) {
    this.edit(room, false);
    this.rooms.delete(room);
    this.page.dropped(this);
  }

  /** Takes a new connection: the old one is gone for good. */
  renew() {
    this.conn = mint();
    this.sent = false;
    this.#typedAt = -Infinity;
    this.pending = this.#editors.size ? { editing: true } : {};
  }

  /** @param roster null where the last one still holds */
  take(roster) {
    const before = this.roster;
    this.become('live', roster ?? before);
    if (roster && !isSame(before, roster)) {
      this.#tell('roster', roster);
      for (const [type, viewers] of Object.entries(changes(before, roster, this.page.me))) {
        if (viewers.length) {
          this.#tell(type, viewers);
        }
      }
    }
  }

  /** Nobody knows any more who is here. */
  forget() {
    if (this.roster?.total != null) {
      this.roster = { room: this.id, total: null, viewers: [], hash: null, stale: true };
      this.#tell('roster', this.roster);
    }
  }

  become(state, roster = this.roster) {
    this.roster = roster;
    if (state !== this.state) {
      this.state = state;
      this.#tell('state', state);
    }
  }

  #tell(type, detail) {
    for (const room of [...this.rooms]) {
      room.tell(type, detail);
    }
  }
}
