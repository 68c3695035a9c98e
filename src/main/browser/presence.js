/** Who is on this page: `<whos-here>`, `<whos-typing>`, `<whos-editing>`, `<whos-online>`, and `join` for scripts. */

import { elements, setConnect } from './elements.js';
import { Page } from './page.js';

// Two addresses of this script, in a template and on its page, are one page still.
const page = (globalThis[Symbol.for('org.whosonline.page')] ??= new Page(new URL('.', import.meta.url)));

/** Joins a room, until `leave()` is called on what is returned; all who do so on a page share one connection. */
export function join(room, { csrf, ...first } = {}) {
  page.csrf = csrf ?? page.csrf;
  return page.join(String(room), first);
}

setConnect(join);
for (const [name, element] of Object.entries(elements)) {
  if (!customElements.get(name)) {
    customElements.define(name, element);
  }
}
