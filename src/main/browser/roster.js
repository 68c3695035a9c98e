/** What to show of a roster. Pure functions, and the news of a page. */

/** A sign that asks for the letter behind it to be joined to the one before: the viramas of scripts that do so. */
const JOINING = /[\u094d\u09cd\u0acd\u0b4d\u0c4d\u0d4d]\u200d?$/;

/** Where a name is written from right to left, or says so itself, it must not turn around what stands beside it. */
const TURNS =
  /[\u0590-\u08ff\u200e\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** Longer than any emoji. What is longer is a letter that hundreds of marks are piled upon. */
const MAX_LENGTH = 32;

const segmenter = Intl.Segmenter && new Intl.Segmenter();

/** What a reader takes for signs; in old browsers, characters. */
const signs = (text) => (segmenter ? Array.from(segmenter.segment(text), ({ segment }) => segment) : [...text]);

/** The first of what a reader takes for one sign, from where `pattern` matches; undefined if it does not. */
function first(pattern, text) {
  const at = text.search(pattern);
  if (at < 0) {
    return undefined;
  }
  let sign = '';
  for (const segment of signs(text.slice(at, at + 999))) {
    if (sign && !(JOINING.test(sign) && /^\p{L}/u.test(segment))) {
      break;
    }
    sign += segment;
  }
  const letter = String.fromCodePoint(sign.codePointAt(0));
  const capital = letter.toUpperCase();
  // Upper case would make SS of a sharp s, and Georgian knows it only for whole words.
  const title = [...capital].length > 1 || /[\u10d0-\u10ff]/.test(letter) ? letter : capital;
  return sign.length > MAX_LENGTH ? title : title + sign.slice(letter.length);
}

/**
 * What stands for a user without a picture: the first letter, digit or emoji of each of the first two words of the name
 * that have one; else the first sign that can be seen; else a question mark. As on the server.
 */
export function initials(name) {
  const visible = /[^\p{Z}\p{C}]|\p{Co}/u;
  const found = name
    .split(/[\p{Z}\t-\r]+/u)
    .map((word) => {
      const sign = first(visible, word);
      return sign && /^\p{So}/u.test(sign) ? sign : first(/[\p{L}\p{N}]/u, word);
    })
    .filter(Boolean);
  return found.slice(0, 2).join('') || first(visible, name) || '?';
}

/** A number from 0 to 7 for the colour of a user's face, which stays the same: Java's hash code of the id, modulo 8. */
export function colour(id) {
  let hash = 0;
  for (let i = 0; i < id.length; i++) {
    hash = (31 * hash + id.charCodeAt(i)) | 0;
  }
  return hash & 7;
}

/**
 * Who is shown: `list` by name; their `number`, which in big rooms is more than are listed; the `faces`, and how many are
 * `more` than those. Faces and `more` are the number, always.
 *
 * @param me the own user id; null if not known
 * @param self whether oneself is shown too
 * @param counted whether one is known to be in the total where the sample does not tell
 */
export function shown({ total, viewers }, { me, self, max, counted }) {
  const list = self ? viewers : viewers.filter((viewer) => viewer.viewerId !== me);
  const sampled = total > viewers.length;
  const away = !self && (list.length < viewers.length || (sampled && counted)) ? 1 : 0;
  const number = sampled ? total - away : list.length;
  const faces = list.slice(0, max);
  return { list, number, faces, more: number - faces.length };
}

/** The others who are `doing` something: `editing` or `typing`. */
export const others = ({ viewers }, me, doing) => viewers.filter((viewer) => viewer[doing] && viewer.viewerId !== me);

/** `text` between the signs that isolate it, where it needs them, without any by which it would get out. */
export const apart = (text) => (TURNS.test(text) ? `\u2068${text.replace(/[\u2066-\u2069]/g, '')}\u2069` : text);

/** "Ana (you)". */
export function named({ viewerId, viewerName, hidden }, me, texts) {
  const name = apart(viewerName);
  return viewerId === me ? texts.say(hidden ? 'hiding' : 'self', name) : name;
}

/** "Ana — idle (2 tabs): at lunch". */
export function tip(viewer, me, texts) {
  const { state, editing, connections, status } = viewer;
  let text = named(viewer, me, texts);
  if (editing || state !== 'active') {
    text += ` — ${texts.say(editing ? 'editing' : state)}`;
  }
  if (connections > 1) {
    text = texts.say('tabs', text, texts.count('tab', connections));
  }
  return status ? texts.say('status', text, apart(status)) : text;
}

/** "idle · 2 tabs · at lunch". */
export function words({ state, editing, typing, connections, status }, texts) {
  const all = [texts.say(typing ? 'writing' : editing ? 'editing' : state)];
  if (connections > 1) {
    all.push(texts.count('tab', connections));
  }
  if (status) {
    all.push(apart(status));
  }
  return all.join(' · ');
}

/** "Ana, Ben and 3 others", of `number` people of whom `names` are known, at least one. */
export function people(names, number, texts) {
  const some = names.slice(0, number > 3 || number > names.length ? 2 : 3);
  const all = some.map((name) => texts.say('name', name));
  if (number > some.length) {
    all.push(texts.count('others', number - some.length));
  }
  const last = all.pop();
  return all.length ? texts.say('and', all.join(texts.say('comma')), last) : last;
}

/** What has happened in the rooms of a page and was not told yet; who comes and goes in between was never there. */
export class News {
  #told = -Infinity;
  #joined = new Map();
  #left = new Map();

  /** @param type `joined` or `left` */
  add(room, type, viewers) {
    const [same, other] = type === 'joined' ? [this.#joined, this.#left] : [this.#left, this.#joined];
    for (const { viewerId, viewerName } of viewers) {
      const key = JSON.stringify([room, viewerId]);
      if (!other.delete(key)) {
        same.set(key, apart(viewerName));
      }
    }
  }

  /** How long to wait before the next telling, in ms: 2 s to gather, and 10 s between two. */
  wait(now) {
    return Math.max(2000, this.#told + 10000 - now);
  }

  /** "Ana and Ben joined. Cem left."; empty if there is nothing to tell. */
  tell(now, texts) {
    const all = [];
    for (const [type, names] of [['joined', this.#joined], ['left', this.#left]]) {
      if (names.size) {
        all.push(texts.count(type, names.size, people([...names.values()], names.size, texts)));
        names.clear();
        this.#told = now;
      }
    }
    return all.join(texts.say('next'));
  }
}
