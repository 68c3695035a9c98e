/** What the elements say; of two forms the first is for one. Words as on the server. */

const ENGLISH = {
  all: '{0} person is looking at this|{0} people are looking at this',
  viewers: '{0} other person is looking at this|{0} other people are looking at this',
  more: 'and {0} more',
  stale: 'Last known: {0}',
  active: 'active',
  idle: 'idle',
  away: 'away',
  editing: 'editing',
  writing: 'typing…',
  tabs: '{0} ({1})',
  tab: '{0} tab|{0} tabs',
  status: '{0}: {1}',
  self: '{0} (you)',
  hiding: '{0} (you, hidden from others)',
  name: '{0}',
  comma: ', ',
  and: '{0} and {1}',
  others: '{0} other|{0} others',
  here: '{0} is here|{0} are here',
  types: '{0} is typing…|{0} are typing…',
  edits: '{0} is editing this.|{0} are editing this.',
  joined: '{0} joined',
  left: '{0} left',
  next: '. ',
  old: 'May be out of date',
  waiting: 'connecting…',
  online: '{0} user online|{0} users online',
  unknown: 'Number of users online unknown',
  nobody: 'Nobody is online.',
  hidden: '{0} hidden',
  noList: 'Nobody can say at the moment who is online.',
  login: 'Log in to see who is online.',
};

/** The other languages, which only pages that want them load. */
const LANGUAGES = ['ja', 'bn'];
const loaded = { en: Promise.resolve(ENGLISH) };

const place = (text, values) => text.replace(/\{(\d)}/g, (_, at) => values[at]);

function speaking(language, table) {
  const number = new Intl.NumberFormat(language).format;
  return {
    language,
    number,
    say: (key, ...values) => place(table[key], values),
    /** The text of `key` in the form for `n`, with `value` or else the number in its place. */
    count: (key, n, value = number(n)) => place(table[key].split('|').at(n === 1 ? 0 : -1), [value]),
  };
}

/** The texts of the language of `tag`; the English ones for others, and where those cannot be loaded at the moment. */
export async function textsOf(tag) {
  const wanted = tag.toLowerCase().split(/[-_]/)[0];
  const language = LANGUAGES.includes(wanted) ? wanted : 'en';
  const { search } = new URL(import.meta.url);
  loaded[language] ??= import(`./texts-${language}.js${search}`).then((module) => module.default);
  try {
    return speaking(language, await loaded[language]);
  } catch {
    delete loaded[language];
    return speaking('en', ENGLISH);
  }
}
