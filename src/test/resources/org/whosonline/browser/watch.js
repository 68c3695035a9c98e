// Records what the first element that matches a selector shows, whenever that is something else, and what is written on the
// page, shadow trees included. arguments: the selector.
const [selector] = arguments;
const watch = { selector, looks: [], writes: [], lookedAt: Date.now(), longest: 0 };
(window.whosonlineWatches ??= {})[selector] = watch;

const faceOf = (face) => ({
  title: face.title || face.firstElementChild?.title,
  state: ['active', 'idle', 'away', 'plain'].find((state) => face.classList.contains(`whosonline-${state}`)),
  editing: face.classList.contains('whosonline-editing'),
});

function shown() {
  const element = document.querySelector(selector);
  const inside = (classes) =>
    [element?.shadowRoot, element].flatMap((root) => [...(root?.querySelectorAll(classes) ?? [])]).filter((node) => node.checkVisibility() && !node.closest('.whosonline-panel'));
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
    watch.writes.push({ millis: Date.now(), what: `${type} ${attributeName ?? ''} of ${target.nodeName} ${target.className ?? ''}` });
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
