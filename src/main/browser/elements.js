/** The elements. They are registered elsewhere, and what joins a room is handed in. */

import { Panel, drawFace, fill, make, mark, newFace, plain, put, sheet, styled } from './drawing.js';
import { verdict } from './pace.js';
import { News, named, others, people, shown, tip, words } from './roster.js';
import { textsOf } from './texts.js';

const address = (path) => new URL(path, import.meta.url);

let connect;

export function setConnect(join) {
  connect = join;
}

/** What is drawn once for all that happens within one task; until then its own content shows. */
class Base extends HTMLElement {
  root = this.attachShadow({ mode: 'open' });
  content = make('slot', {});
  /** Those of the language that it stands in. */
  texts;
  #asked = false;

  constructor() {
    super();
    this.root.adoptedStyleSheets = [sheet];
    this.root.append(this.content);
  }

  connectedCallback() {
    this.update();
  }

  attributeChangedCallback() {
    this.update();
  }

  update() {
    if (!this.#asked) {
      this.#asked = true;
      queueMicrotask(async () => {
        this.#asked = false;
        if (this.isConnected) {
          this.enter();
          const language = this.closest('[lang]')?.lang || document.documentElement.lang || navigator.language;
          [this.texts] = await Promise.all([textsOf(language), styled()]);
          if (this.isConnected) {
            this.draw(this.texts);
          }
        }
      });
    }
  }

  enter() {}
}

/** A duration as attributes have it, in ms; 0 if there is none. */
const millis = (text) => parseFloat(text) * ({ ms: 1, m: 60000 }[/[a-z]*$/.exec(text)] ?? 1000) || 0;

class RoomElement extends Base {
  static observedAttributes = ['room', 'lang', 'max', 'self', 'view'];
  #room = null;
  #known = false;
  #counted = false;
  #end = new AbortController();

  get presence() {
    return this.#room;
  }

  setEditing(editing) {
    this.#room?.setEditing(editing);
  }

  typing(typing) {
    this.#room?.typing(typing);
  }

  setStatus(text) {
    this.#room?.setStatus(text);
  }

  /** What the server rendered. */
  get given() {
    return this.querySelector('[data-roster]')?.dataset ?? {};
  }

  disconnectedCallback() {
    // Not where it was only moved.
    setTimeout(() => this.isConnected || this.#leave());
  }

  #leave() {
    this.#end.abort();
    this.#room?.leave();
    this.#room = null;
  }

  enter() {
    const { given } = this;
    const wanted = this.getAttribute('room') ?? given.room ?? this.closest('[data-room]')?.dataset.room;
    const id = wanted ?? location.pathname.replace(/;[^/]*/g, '');
    if (id === this.#room?.id) {
      return;
    }
    const token = this.getAttribute('csrf');
    const options = given.room === id ? { me: given.me, roster: JSON.parse(given.roster) } : {};
    if (token) {
      const [header, parameter] = ['csrf-header', 'csrf-parameter'].map((name) => this.getAttribute(name) ?? undefined);
      options.csrf = { token, header, parameter };
    }
    const room = connect(id, options);
    this.#leave();
    this.#room = room;
    this.#known = false;
    this.#counted = room.state !== 'joining';
    this.#end = new AbortController();
    const { signal } = this.#end;
    for (const type of ['roster', 'joined', 'left', 'state']) {
      room.addEventListener(type, (event) => this.heard(event), { signal });
    }
    for (const type of ['focusin', 'focusout', 'input', 'keyup', 'submit', 'reset']) {
      document.addEventListener(type, (event) => this.#touched(event), { signal, capture: true });
    }
  }

  /** An event of the room. */
  heard() {
    this.update();
  }

  #touched({ type, target }) {
    const field = document.getElementById(this.getAttribute('for'));
    if (field && (field.contains(target) || target === field.form)) {
      this.used(type, target, () => field.contains(document.activeElement));
    }
  }

  /** Something happened in the field or form that the element is `for`. */
  used() {}

  /** What to draw: `roster` is undefined while there is none, null where nobody is to be shown. */
  look() {
    const { roster, state, me } = this.#room ?? { state: 'left' };
    this.#known ||= roster?.total != null;
    this.#counted ||= state === 'live';
    return {
      roster: this.#known ? (['out', 'left'].includes(state) ? null : roster) : undefined,
      me,
      state,
      counted: this.#counted,
      old: Boolean(roster?.stale) || !['live', 'joining'].includes(state),
    };
  }

  /** "Ana and Ben are typing…", of the others who are `doing` it; empty if nobody is. */
  sentence(doing, key, texts) {
    const { roster, me } = this.look();
    const names = roster ? others(roster, me, doing).map((viewer) => named(viewer, me, texts)) : [];
    return names.length ? texts.count(key, names.length, people(names, names.length, texts)) : '';
  }
}

const news = new News();
const tellers = new Set();
let region;
let telling;

/** Tells those who do not see the faces. */
function announce(room, { type, detail }, texts) {
  news.add(room, type, detail);
  telling ??= setTimeout(() => {
    telling = undefined;
    put(region, { lang: texts.language, textContent: news.tell(performance.now(), texts) });
    // So that the same words are told again.
    setTimeout(() => put(region, { textContent: '' }), 5000);
  }, news.wait(performance.now()));
}

class WhosHere extends RoomElement {
  #panel = new Panel(this.root, () => {
    this.update();
    this.#wake();
  });
  #drawn = false;
  #fading;

  constructor() {
    super();
    for (const type of ['pointerenter', 'pointerleave', 'focusin', 'focusout']) {
      this.addEventListener(type, () => this.#wake());
    }
  }

  connectedCallback() {
    super.connectedCallback();
    tellers.add(this);
    region ??= make('div', { role: 'status' });
    Object.assign(region.style, { position: 'fixed', width: '1px', height: '1px', overflow: 'hidden', clipPath: 'inset(50%)' });
    if (!region.isConnected) {
      document.body.append(region);
    }
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.#panel.gone();
    tellers.delete(this);
  }

  heard(event) {
    const { type, detail } = event;
    super.heard();
    this.dispatchEvent(new CustomEvent(type, { detail, bubbles: true, composed: true }));
    // Of several elements in one room one tells.
    const teller = [...tellers].find(
      (element) => element.presence?.id === this.presence.id && element.getAttribute('announce') !== 'off',
    );
    if (type === 'roster') {
      this.#wake();
    } else if (type !== 'state' && teller === this && this.texts) {
      announce(this.presence.id, event, this.texts);
    }
  }

  used(type, target, within) {
    if (type === 'focusout') {
      // Whoever looks at another window is editing still.
      setTimeout(() => within() || this.setEditing(false));
    } else if (type !== 'keyup') {
      this.setEditing(type === 'focusin' || type === 'input');
    }
  }

  /** Shows the faces, and lets them fade in time where they are to. */
  #wake() {
    const { button } = this.#panel;
    const after = millis(this.getAttribute('fade'));
    clearTimeout(this.#fading);
    mark(button, 'whosonline-faded', false);
    if (after) {
      this.#fading = setTimeout(() => {
        if (!this.#panel.open && !this.matches(':hover, :focus-within')) {
          mark(button, 'whosonline-faded', true);
        }
      }, after);
    }
  }

  draw(texts) {
    const { given } = this;
    const { roster, me, counted, old, state } = this.look();
    const self = this.hasAttribute('self') || given.self === 'true';
    const max = Number(this.getAttribute('max') ?? given.max ?? 5);
    const unknown = roster?.total == null;
    const { list, number, faces, more } = shown(roster ?? { viewers: [] }, { me, self, max, counted });
    put(this.content, { hidden: roster !== undefined });
    this.#panel.hide(!roster || (!unknown && number === 0));
    if (!roster) {
      return;
    }
    const aged = (text) => (old && !unknown ? texts.say('stale', text) : text);
    const all = unknown ? texts.say('noList') : texts.count(self ? 'all' : 'viewers', number);
    const names = list.map((viewer) => named(viewer, me, texts));
    const items = faces.map((viewer) => [
      viewer.viewerId,
      () => newFace(this.#drawn),
      (face) => drawFace(face, viewer, aged(tip(viewer, me, texts))),
    ]);
    if (unknown || more) {
      items.push(plain('more', unknown ? '?' : `+${texts.number(more)}`, unknown ? all : texts.count('more', more)));
    }
    items.unshift(plain('label', aged(names.length ? texts.count('here', number, people(names, number, texts)) : all)));
    const { button } = this.#panel;
    put(button, { lang: texts.language });
    mark(button, 'whosonline-stale', old);
    fill(button, this.getAttribute('view') === 'count' ? [plain('count', aged(all))] : items);
    this.#drawn = true;
    if (this.#panel.open) {
      const note = [old && texts.say('old'), state === 'waiting' && texts.say('waiting')].filter(Boolean).join(' · ');
      const lines = list.map((viewer, i) => [viewer, names[i], words(viewer, texts)]);
      const rest = number - list.length;
      this.#panel.draw(all, note, lines, rest && texts.count('more', rest), texts);
    }
  }
}

class WhosTyping extends RoomElement {
  #line = make('bdi', {});

  constructor() {
    super();
    this.root.append(make('span', { class: 'whosonline-typing', part: 'line' }, this.#line));
  }

  used(type, { value, textContent }) {
    const full = Boolean(value ?? textContent);
    // Some pages empty a field without an event: then the key that made them do so is heard.
    if (type !== 'focusin' && (type !== 'keyup' || !full)) {
      this.typing(type === 'input' && full);
    }
  }

  draw(texts) {
    put(this.content, { hidden: this.look().roster !== undefined });
    put(this.#line, { lang: texts.language, textContent: this.sentence('typing', 'types', texts) });
  }
}

class WhosEditing extends RoomElement {
  #sentence = make('bdi', { part: 'sentence' });
  #box = make('div', { class: 'whosonline-warning', part: 'warning', hidden: '' }, this.#sentence, ' ', this.content);

  constructor() {
    super();
    this.root.append(make('div', { role: 'status' }, this.#box));
  }

  draw(texts) {
    const text = this.sentence('editing', 'edits', texts);
    put(this.#sentence, { lang: texts.language, textContent: text });
    put(this.#box, { hidden: !text });
  }
}

class WhosOnline extends Base {
  static observedAttributes = ['lang', 'list'];
  #panel = new Panel(this.root, () => this.#panel.open && this.#ask());
  #line = make('bdi', { part: 'count' });
  #count;
  #guarded = false;
  #list;
  #timer;
  #end;

  constructor() {
    super();
    this.root.append(this.#line);
  }

  connectedCallback() {
    super.connectedCallback();
    this.#end = new AbortController();
    document.addEventListener('visibilitychange', () => this.#ask(), { signal: this.#end.signal });
    this.#ask();
  }

  disconnectedCallback() {
    this.#end.abort();
    this.#panel.gone();
    clearTimeout(this.#timer);
  }

  async #ask() {
    clearTimeout(this.#timer);
    if (document.hidden) {
      return;
    }
    this.#timer = setTimeout(() => this.#ask(), millis(this.getAttribute('interval')) || 30000);
    const { open } = this.#panel;
    const url = address(open ? 'online' : 'online/count');
    if (this.hasAttribute('instance')) {
      url.searchParams.set('instance', this.getAttribute('instance'));
    }
    try {
      // The browser may have kept an answer of before the page. Requests left open would take all of its connections.
      // Without the session, which an open page would keep alive, unless the site lets nobody in without one.
      const bare = !open && !this.#guarded;
      const credentials = bare ? 'omit' : 'same-origin';
      const answer = await fetch(url, { cache: 'no-cache', credentials, signal: AbortSignal.timeout(10000) });
      if (bare && answer.status < 500 && verdict(answer, 'application/json') !== 'fine') {
        this.#guarded = true;
        this.#ask();
        return;
      }
      const refused = open && [401, 403].includes(answer.status);
      const known = refused ? { refused } : await answer.json();
      if (!refused && !answer.ok) {
        throw Error();
      }
      if (open) {
        this.#list = known;
      }
      if (!refused) {
        this.#count = known;
      }
    } catch {
      // Old is better than none, and must not look new.
      this.#count &&= { ...this.#count, stale: true };
    }
    this.update();
  }

  draw(texts) {
    if (!this.#count) {
      return;
    }
    const { count, stale } = this.#count;
    const listed = this.hasAttribute('list');
    const unknown = count == null;
    const old = stale && !unknown;
    const heading = unknown ? texts.say('unknown') : texts.count('online', count);
    const text = old ? texts.say('stale', heading) : heading;
    put(this.content, { hidden: true });
    put(this.#line, { lang: texts.language, textContent: text, hidden: listed });
    put(this.#panel.button, { lang: texts.language });
    this.#panel.hide(!listed);
    fill(this.#panel.button, [plain('count', text)]);
    if (this.#panel.open) {
      this.#panel.draw(heading, old ? texts.say('old') : '', ...this.#listed(texts), texts);
    }
  }

  /** The list, and the line that follows it. */
  #listed(texts) {
    const { users = [], hidden = 0, refused, count = 0 } = this.#list ?? {};
    const lines = users.map(({ id, name, hidden: hides }) => {
      const user = { viewerId: id, viewerName: name, state: 'plain', hidden: hides };
      return [user, named(user, hides && id, texts), ''];
    });
    const more = count - hidden - users.filter((user) => !user.hidden).length;
    const rest = [more > 0 && texts.count('more', more), hidden > 0 && texts.count('hidden', hidden)].filter(Boolean);
    if (this.#list && !users.length && !rest.length) {
      rest.push(texts.say(refused ? 'login' : count === null ? 'noList' : 'nobody'));
    }
    return [lines, rest.join(' · ')];
  }
}

/** By name, for whoever registers them. */
export const elements = {
  'whos-here': WhosHere,
  'whos-typing': WhosTyping,
  'whos-editing': WhosEditing,
  'whos-online': WhosOnline,
};
