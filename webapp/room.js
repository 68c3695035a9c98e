/** What the page of a room does besides what its elements do by themselves: log, status, hints. */

const LINES = 8;

const find = (id) => document.getElementById(id);
const log = find('log');
const form = find('status');
const field = find('status-text');
const clock = new Intl.DateTimeFormat('en', { hour: '2-digit', minute: '2-digit', hour12: false });

/** The own status as it was last seen, so that what is being written is left alone. */
let status = field.value;

function line({ viewerName }, what) {
  const item = document.createElement('li');
  const name = document.createElement('bdi');
  const time = document.createElement('time');
  const now = new Date();
  name.textContent = viewerName;
  time.textContent = clock.format(now);
  time.dateTime = now.toISOString();
  item.append(time, ' ', name, ` ${what}`);
  return item;
}

function tell(viewers, what) {
  const list = log.querySelector('ol');
  list.prepend(...viewers.map((viewer) => line(viewer, what)));
  [...list.children].slice(LINES).forEach((old) => old.remove());
  log.querySelector('.empty').hidden = true;
}

document.addEventListener('joined', ({ detail }) => tell(detail, 'came'));
document.addEventListener('left', ({ detail }) => tell(detail, 'left'));

/** What the page says of itself where the elements have nothing to show. */
function hint({ target: { presence } }) {
  const { me, roster, state } = presence;
  const known = roster?.total != null;
  const viewers = roster?.viewers ?? [];
  const own = viewers.find(({ viewerId }) => viewerId === me);
  find('out').hidden = state !== 'out';
  find('alone').hidden = !known || roster.total !== (own ? 1 : 0);
  find('calm').hidden = !known || viewers.some(({ editing, viewerId }) => editing && viewerId !== me);
  if (own && field.value === status) {
    field.value = status = own.status ?? '';
  }
}

document.addEventListener('roster', hint);
document.addEventListener('state', hint);

form.addEventListener('submit', (event) => {
  event.preventDefault();
  status = field.value.trim();
  field.value = status;
  document.querySelector('whos-here').setStatus(status);
  find('status-said').textContent = status ? 'Set. Others see it with your name.' : 'You have no status any more.';
});

log.hidden = false;
// What has been said once is not said again when the page is loaded again.
const address = new URL(location.href);
address.searchParams.delete('saved');
history.replaceState(history.state, '', address);
