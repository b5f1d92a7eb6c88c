/**
 * Whether two names look equal to a reader: 'Ora Owner', 'ora  owner', 'Óra Owner' and 'Оra Owner' with a Cyrillic О.
 * A short table in place of Unicode's list of confusables (UTS 39, some 6,000 signs): it has the letters that pass for
 * Latin ones in a name, and the digits and strokes that do.
 */

/** Signs that look like Latin letters, some only as capitals, by what they look like. */
const lookalikes: Readonly<Record<string, string>> = {
  a: 'аαΑАɑ',
  b: 'ВвΒƄЬ',
  c: 'сСϲ',
  d: 'ԁđð',
  e: 'еЕΕєҽ',
  g: 'ɡԍ',
  h: 'һΗНнħ',
  j: 'јЈ',
  k: 'кКΚκ',
  l: 'iіІΙιıɩ1|!ӏłΙł',
  m: 'мМΜ',
  n: 'ΝηпИ',
  o: 'оОοΟ0øσѳ',
  p: 'рРρΡ',
  s: 'ѕЅ5',
  t: 'тТτΤ',
  u: 'υսц',
  v: 'νѵ',
  w: 'ԝшω',
  x: 'хХχΧ',
  y: 'уУγΥүỿ',
  z: 'Ζ',
  ae: 'æ',
  oe: 'œ',
  ss: 'ß',
};

const latin = new Map(
  Object.entries(lookalikes).flatMap(([letter, signs]) => [...signs].map((sign) => [sign, letter] as const)),
);

/** The name as a reader sees it at a glance: names that look equal have equal skeletons. */
export function nameSkeleton(name: string): string {
  // Accents and invisible signs go first; capitals are compared before they lose their shape.
  const bare = name.normalize('NFKD').replaceAll(/[\p{M}\p{Cf}]/gu, '');
  const letters = [...bare].map((sign) => latin.get(sign) ?? sign.toLowerCase());
  return letters
    .map((sign) => latin.get(sign) ?? sign)
    .join('')
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w');
}
