/** What the elements draw with: nodes, faces, and a button with a panel. */

import { colour, initials } from './roster.js';

/** Of all shadow roots: a link in each would load anew whenever its element is moved. */
export const sheet = new CSSStyleSheet();

let loading;

/** Loads the style sheet, once; an element without it is better than none. */
export function styled() {
  const { search } = new URL(import.meta.url);
  loading ??= fetch(new URL(`presence.css${search}`, import.meta.url))
    .then((answer) => (answer.ok ? answer.text() : ''))
    .then((text) => sheet.replaceSync(text))
    .catch(() => {});
  return loading;
}

export function make(tag, attributes, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    node.setAttribute(name, value);
  }
  node.append(...children);
  return node;
}

/** Sets what differs: nothing is written to the page without need. */
export function put(node, properties) {
  for (const [name, value] of Object.entries(properties)) {
    if (node[name] !== value) {
      node[name] = value;
    }
  }
}

/** Has the class `name` on the node, or not. */
export function mark({ classList }, name, on) {
  if (classList.contains(name) !== on) {
    classList.toggle(name);
  }
}

/** Words of any direction, in a line of the direction around it. */
const line = (tag, attributes) => make(tag, attributes, make('bdi', {}));
const write = ({ firstChild }, textContent) => put(firstChild, { textContent });

/** Makes the children of `parent` those of `items`, each `[key, born, draw]`; those who stay are not moved. */
export function fill(parent, items) {
  const old = new Map([...parent.children].map((child) => [child.key, child]));
  const keys = new Set(items.map(([key]) => key));
  old.forEach((child, key) => keys.has(key) || child.remove());
  let place = parent.firstChild;
  for (const [key, born, draw] of items) {
    const child = old.get(key) ?? Object.assign(born(), { key });
    if (child === place) {
      place = place.nextSibling;
    } else {
      parent.insertBefore(child, place);
    }
    draw(child);
  }
}

export function newFace(fresh) {
  const avatar = make('span', { class: 'whosonline-avatar', part: 'avatar' }, new Text());
  return Object.assign(make('span', { part: 'face', 'aria-hidden': true }, avatar), { fresh: fresh ? ' whosonline-new' : '' });
}

export function drawFace(face, { viewerId, viewerName, avatar, state, editing }, title = '') {
  const circle = face.firstChild;
  const kind = `whosonline-${state} whosonline-colour-${colour(viewerId)}${editing ? ' whosonline-editing' : ''}`;
  put(face, { className: `whosonline-viewer ${kind}${face.fresh}`, title });
  put(circle.firstChild, { data: initials(viewerName) });
  if (face.picture !== avatar) {
    face.picture = avatar;
    circle.children[0]?.remove();
    if (avatar) {
      // Above the initials, which are seen again where it does not load.
      const image = make('img', { alt: '', src: avatar });
      image.onerror = () => image.remove();
      circle.append(image);
    }
  }
}

/** An item of words, for `fill`; its key is no text, as the ids of users are. */
export const plain = (name, text, title = '') => [
  Symbol.for(name),
  () => line('span', { class: `whosonline-${name}`, part: name, ...(name === 'more' && { 'aria-hidden': true }) }),
  (node) => {
    put(node, { title });
    write(node, text);
  },
];

const newPerson = () => {
  const about = make('span', {}, line('span', { part: 'name' }), line('span', { class: 'whosonline-words', part: 'words' }));
  return make('li', { part: 'person' }, newFace(), about);
};

/** A button and the panel that it opens. */
export class Panel {
  open = false;
  button = make('button', {
    class: 'whosonline-viewers', part: 'button', type: 'button', hidden: '', popovertarget: 'panel', 'aria-haspopup': 'dialog',
    'aria-expanded': 'false',
  });
  #heading = line('p', { id: 'heading', part: 'heading' });
  #note = line('p', { class: 'whosonline-words', part: 'note' });
  #list = make('ul', { role: 'list', part: 'list' });
  #box = make('div', {
    class: 'whosonline-panel', part: 'panel', id: 'panel', popover: '', role: 'dialog', 'aria-labelledby': 'heading', tabindex: 0,
    autofocus: '',
  }, this.#heading, this.#note, this.#list);

  /** @param changed called when it opens and when it closes */
  constructor(root, changed) {
    root.append(this.button, this.#box);
    const place = () => this.#place();
    this.#box.addEventListener('beforetoggle', ({ newState }) => {
      this.open = newState === 'open';
      this.button.setAttribute('aria-expanded', this.open);
      if (!this.open && root.activeElement === this.#box) {
        this.button.focus();
      }
      const listen = this.open ? addEventListener : removeEventListener;
      listen('scroll', place, true);
      listen('resize', place);
      changed();
      requestAnimationFrame(place);
    });
  }

  /** It was taken out of the page, which closes it without a word. */
  gone() {
    if (this.open) {
      this.#box.dispatchEvent(new Event('beforetoggle'));
    }
  }

  /** Beside the button, where there is more room, and never beyond the window. */
  #place() {
    const { offsetWidth: width, offsetHeight: height, style: css } = this.#box;
    const { left, right, top, bottom } = this.button.getBoundingClientRect();
    const { clientWidth: across, clientHeight: down } = document.documentElement;
    const inside = (offset, size, all) => `${Math.max(8, Math.min(offset, all - size - 8))}px`;
    const below = bottom + height + 16 < down || top + bottom < down;
    put(css, {
      left: inside(left + right < across ? left : right - width, width, across),
      top: inside(below ? bottom + 8 : top - height - 8, height, down),
    });
  }

  /** Closes too if it is `hidden`. */
  hide(hidden) {
    put(this.button, { hidden });
    if (hidden && this.open) {
      this.#box.hidePopover();
    }
  }

  /** @param list of `[viewer, name, words]`, which a line with the `rest` follows */
  draw(heading, note, list, rest, { language }) {
    put(this.#box, { lang: language });
    write(this.#heading, heading);
    write(this.#note, note);
    put(this.#note, { hidden: !note });
    const items = list.map(([viewer, name, text]) => [viewer.viewerId, newPerson, ({ children: [face, about] }) => {
      drawFace(face, viewer);
      write(about.firstChild, name);
      write(about.lastChild, text);
    }]);
    if (rest) {
      items.push([0, () => line('li', { class: 'whosonline-words' }), (item) => write(item, rest)]);
    }
    fill(this.#list, items);
    put(this.#list, { hidden: !items.length });
  }
}

