// Records what the first whos-here of the page shows, whenever that is something else, and what is written on the page, shadow
// trees included. Once a page.
if (window.whosonlineWatch) {
  return;
}
const watch = { looks: [], writes: [], lookedAt: Date.now(), longest: 0 };
window.whosonlineWatch = watch;

const faceOf = (face) => ({
  title: face.title || face.firstElementChild?.title,
  state: ['active', 'idle', 'away', 'plain'].find((state) => face.classList.contains(`whosonline-${state}`)),
  editing: face.classList.contains('whosonline-editing'),
});

function shown() {
  const element = document.querySelector('whos-here');
  const nodes = (classes) => [element?.shadowRoot, element].flatMap((root) => [...(root?.querySelectorAll(classes) ?? [])]);
  const inside = (classes) => nodes(classes).filter((node) => node.checkVisibility() && !node.closest('.whosonline-panel'));
  return {
    faces: inside('.whosonline-viewer').map(faceOf),
    more: inside('.whosonline-more').map((node) => node.textContent).join(),
    visible: document.visibilityState === 'visible',
  };
}

let last;
function look() {
  const now = Date.now();
  watch.longest = Math.max(watch.longest, now - watch.lookedAt);
  watch.lookedAt = now;
  const what = shown();
  const text = JSON.stringify(what);
  if (text !== last) {
    last = text;
    watch.looks.push({ millis: now, ...what });
  }
}

const observed = new WeakSet();
const observer = new MutationObserver((records) => {
  for (const { type, target, attributeName } of records) {
    const what = `${type} ${attributeName ?? ''} of ${target.nodeName} ${target.className ?? ''}`;
    watch.writes.push({ millis: Date.now(), what });
  }
  observe();
  look();
});

function observe(root = document) {
  if (!observed.has(root)) {
    observed.add(root);
    observer.observe(root, { subtree: true, childList: true, attributes: true, characterData: true });
  }
  root.querySelectorAll('*').forEach((node) => node.shadowRoot && observe(node.shadowRoot));
}

observe();
look();
setInterval(() => {
  observe();
  look();
}, 50);
