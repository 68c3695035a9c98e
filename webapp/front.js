/** Keeps the list of the front page in step with the number above it, which keeps itself. */

const number = document.getElementById('count');
let asked = 0;

async function refresh() {
  const list = document.getElementById('people');
  if (!list) {
    return;
  }
  const turn = ++asked;
  try {
    const answer = await fetch(new URL('whosonline/people', import.meta.url));
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
    const now = page.getElementById('people');
    if (answer.ok && now && turn === asked) {
      list.replaceWith(document.adoptNode(now));
    }
  } catch {
    // The next change is another try.
  }
}

await customElements.whenDefined('whos-online');
const shown = new MutationObserver(refresh);
shown.observe(number.shadowRoot, { childList: true, characterData: true, subtree: true });
