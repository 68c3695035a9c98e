/** Who is on this page. */

export type State = 'active' | 'idle' | 'away';

export interface Viewer {
  viewerId: string;
  viewerName: string;
  /** An address of http or https, or a relative one. */
  avatar: string | null;
  /** Epoch seconds. */
  joinedAt: number;
  /** The most active state of their pages. */
  state: State;
  editing: boolean;
  /** Their own words, the same in all rooms. */
  status: string | null;
  typing: boolean;
  /** How many pages they have open here. */
  connections: number;
  /** Only in the own entry of who hides. */
  hidden?: true;
}

export interface Roster {
  room: string;
  /** How many users are here; null while nobody knows. */
  total: number | null;
  /** By name. Fewer than `total` where there are too many to send: a sample that stays the same. */
  viewers: Viewer[];
  hash: string | null;
  /** Whether it may be out of date, because the server's store does not answer. */
  stale: boolean;
}

/**
 * `joining` until the first answer; `live`; `waiting`: no connection at the moment, it comes back by itself; `stopped`: no
 * input for so long that the page is quiet until there is some; `out`: not logged in, or not allowed here; `left`.
 */
export type RoomState = 'joining' | 'live' | 'waiting' | 'stopped' | 'out' | 'left';

export interface RoomEvents {
  /** The roster differs for the eye. */
  roster: CustomEvent<Roster>;
  /** Others came: users, not pages. Not told of the first roster, nor where it is a sample. */
  joined: CustomEvent<Viewer[]>;
  left: CustomEvent<Viewer[]>;
  state: CustomEvent<RoomState>;
}

/** One joining of a room. */
export interface Room extends EventTarget {
  readonly id: string;
  /** The own user id; null until known. */
  readonly me: string | null;
  /** Null until known. */
  readonly roster: Roster | null;
  readonly state: RoomState;
  /** Whether this page is editing; true if not given. */
  setEditing(editing?: boolean): void;
  /** A key was pressed; may be called at each. False ends it at once; else it ends by itself after `presence.typing`. */
  typing(typing?: boolean): void;
  /** The user's own words, in all rooms; empty takes them away. */
  setStatus(text: string): void;
  /** Ends this joining; the page leaves the room with its last one. */
  leave(): void;
  addEventListener<K extends keyof RoomEvents>(
    type: K,
    listener: (event: RoomEvents[K]) => void,
    options?: boolean | AddEventListenerOptions,
  ): void;
  addEventListener(
    type: string,
    listener: EventListenerOrEventListenerObject | null,
    options?: boolean | AddEventListenerOptions,
  ): void;
}

export interface JoinOptions {
  /** A token against forged requests, where no `meta` element named `_csrf` or `csrf-token` tells it. */
  csrf?: { token: string; header?: string; parameter?: string };
  /** What the server has rendered, shown until the first update. */
  roster?: Roster;
  /** The own user id, if the server has rendered it. */
  me?: string;
}

/** Joins a room until `leave()` is called on what is returned. All who join a room on a page share one connection. */
export function join(room: string, options?: JoinOptions): Room;

/** An element that is in a room: `whos-here`, `whos-typing`, `whos-editing`. */
export interface RoomElement extends HTMLElement {
  readonly presence: Room | null;
  setEditing(editing?: boolean): void;
  typing(typing?: boolean): void;
  setStatus(text: string): void;
}

declare global {
  interface HTMLElementTagNameMap {
    'whos-here': RoomElement;
    'whos-typing': RoomElement;
    'whos-editing': RoomElement;
    'whos-online': HTMLElement;
  }
}
