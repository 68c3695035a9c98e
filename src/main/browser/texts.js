/** What the elements say, in English, Japanese, Bengali; of two forms the first is for one. Words as on the server. */
const TEXTS = {
  all: ['{0} person is looking at this|{0} people are looking at this', '{0}人が閲覧中', '{0} জন এটি দেখছেন'],
  viewers: ['{0} other person is looking at this|{0} other people are looking at this', 'ほか{0}人が閲覧中', 'আরও {0} জন এটি দেখছেন'],
  more: ['and {0} more', 'ほか{0}人', 'এবং আরও {0} জন'],
  stale: ['Last known: {0}', '最終確認時点：{0}', 'সর্বশেষ জানা তথ্য: {0}'],
  active: ['active', '閲覧中', 'সক্রিয়'],
  idle: ['idle', '操作なし', 'নিষ্ক্রিয়'],
  away: ['away', '離席中', 'দূরে আছেন'],
  editing: ['editing', '編集中', 'সম্পাদনা করছেন'],
  writing: ['typing…', '入力中…', 'লিখছেন…'],
  tabs: ['{0} ({1})', '{0}（{1}）', '{0} ({1})'],
  tab: ['{0} tab|{0} tabs', 'タブ{0}個', '{0}টি ট্যাব'],
  status: ['{0}: {1}', '{0}：{1}', '{0}: {1}'],
  self: ['{0} (you)', '{0}（あなた）', '{0} (আপনি)'],
  hiding: ['{0} (you, hidden from others)', '{0}（あなた、他の人には非表示）', '{0} (আপনি, অন্যদের কাছে লুকানো)'],
  name: ['{0}', '{0}さん', '{0}'],
  comma: [', ', '、', ', '],
  and: ['{0} and {1}', '{0}、{1}', '{0} ও {1}'],
  others: ['{0} other|{0} others', 'ほか{0}人', 'আরও {0} জন'],
  here: ['{0} is here|{0} are here', '{0}が閲覧中', '{0} এখানে আছেন'],
  types: ['{0} is typing…|{0} are typing…', '{0}が入力中…', '{0} লিখছেন…'],
  edits: ['{0} is editing this.|{0} are editing this.', '{0}がこれを編集中です。', '{0} এটি সম্পাদনা করছেন।'],
  joined: ['{0} joined', '{0}が参加しました', '{0} যোগ দিয়েছেন'],
  left: ['{0} left', '{0}が退出しました', '{0} চলে গেছেন'],
  next: ['. ', '。', '। '],
  old: ['May be out of date', '最新ではない可能性があります', 'তথ্য পুরোনো হতে পারে'],
  waiting: ['connecting…', '接続中…', 'সংযোগ করা হচ্ছে…'],
  online: ['{0} user online|{0} users online', '{0}人のユーザーがオンライン', '{0} জন ব্যবহারকারী অনলাইনে আছেন'],
  unknown: ['Number of users online unknown', 'オンラインのユーザー数は不明', 'কতজন ব্যবহারকারী অনলাইনে আছেন তা জানা নেই'],
  nobody: ['Nobody is online.', 'オンラインのユーザーはいません。', 'কেউ অনলাইনে নেই।'],
  hidden: ['{0} hidden', '非表示{0}人', '{0} জন লুকানো'],
  noList: ['Nobody can say at the moment who is online.', '現在、誰がオンラインか確認できません。', 'কারা অনলাইনে আছেন তা এই মুহূর্তে জানা যাচ্ছে না।'],
  login: ['Log in to see who is online.', 'オンラインのユーザーを見るには、ログインしてください。', 'কারা অনলাইনে আছেন তা দেখতে লগ ইন করুন।'],
};

const LANGUAGES = ['en', 'ja', 'bn'];

/** The texts of the language of `tag`, or else the English ones. */
export function texts(tag) {
  const column = Math.max(0, LANGUAGES.indexOf(tag.toLowerCase().split(/[-_]/)[0]));

  /** In the digits of the language, grouped as it groups them. */
  const number = (n) =>
    column === 2
      ? `${n}`.replace(/\B(?=(\d\d)*\d{3}$)/g, ',').replace(/\d/g, (digit) => '০১২৩৪৫৬৭৮৯'[digit])
      : `${n}`.replace(/\B(?=(\d{3})+$)/g, ',');

  const fill = (text, values) => text.replace(/\{(\d)}/g, (_, place) => values[place]);

  return {
    language: LANGUAGES[column],
    number,
    say: (key, ...values) => fill(TEXTS[key][column], values),
    /** The text of `key` in the form for `n`, with `value` or else the number in its place. */
    count: (key, n, value = number(n)) => fill(TEXTS[key][column].split('|').at(n === 1 ? 0 : -1), [value]),
  };
}
