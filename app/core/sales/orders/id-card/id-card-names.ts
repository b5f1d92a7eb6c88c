/** Reads the name on an ID. It is for comparing with the order's name, which staff decide; it never decides by itself. */
import { type Result, refuse, succeed } from '#kernel/result.ts';
import type { IdText } from './id-card-text.ts';

/** In capitals; '' for a name that the card does not have. */
export type IdName = { firstName: string; middleName: string; lastName: string };

export type IdNameProblem =
  | { kind: 'name-missing' }
  | { kind: 'name-unclear' }
  | { kind: 'contradiction'; what: 'name' };

/** What issuers write for a name that a person does not have. */
const NO_NAME = /^(?:NONE|UNAVL|UNAVAIL|N\/A|-+)?$/;
/** Between the parts of a name that is one element: comma, or '@' as in the first version's dictionary. */
const BETWEEN = /[,@$]/;

/**
 * From version 04 on the names are DCS, DAC and DAD. Versions 02 and 03 have DCT for first and middle names, version 01
 * has DAA with all of them, and often also DAB, DAC and DAD.
 */
export function readName(card: IdText): Result<IdName, IdNameProblem> {
  const name = card.version === 1 ? readFirstVersion(card) : readLater(card);
  if (!name.ok) return name;
  return name.value.lastName === '' ? refuse({ kind: 'name-missing' }) : name;
}

function readFirstVersion(card: IdText): Result<IdName, IdNameProblem> {
  const separate = { firstName: one(card, 'DAC'), middleName: one(card, 'DAD'), lastName: one(card, 'DAB') };
  const whole = card.value('DAA') ?? '';
  if (whole === '') return succeed(separate);
  // 'WREN P HALE' does not say which is the last name.
  if (!BETWEEN.test(whole)) return separate.lastName ? succeed(separate) : refuse({ kind: 'name-unclear' });
  const [lastName = '', first = '', ...more] = whole.split(BETWEEN).map(clean);
  const [firstName, rest] = firstOf(first);
  // 'LAST,FIRST,MIDDLE,SUFFIX'
  const name = { firstName, middleName: clean(`${rest} ${more[0] ?? ''}`), lastName };
  if (separate.lastName !== '' && separate.lastName !== lastName)
    return refuse({ kind: 'contradiction', what: 'name' });
  return succeed(name);
}

function readLater(card: IdText): Result<IdName, IdNameProblem> {
  const lastName = one(card, 'DCS');
  const given = clean((card.value('DCT') ?? '').replaceAll(/[,@$]/g, ' '));
  const [firstName, middleName] = firstOf(NO_NAME.test(given) ? '' : given);
  const separate = { firstName: one(card, 'DAC'), middleName: one(card, 'DAD'), lastName };
  if (separate.firstName === '') return succeed({ firstName, middleName, lastName });
  if (firstName !== '' && !given.startsWith(separate.firstName))
    return refuse({ kind: 'contradiction', what: 'name' });
  return succeed(separate);
}

const one = (card: IdText, id: string): string => clean(card.value(id) ?? '');

function clean(text: string): string {
  const name = text
    .replaceAll(/[\s,]+/g, ' ')
    .trim()
    .toUpperCase();
  return NO_NAME.test(name) ? '' : name;
}

function firstOf(given: string): [first: string, rest: string] {
  const [first = '', ...rest] = given.split(' ');
  return [first, rest.join(' ')];
}

/**
 * Whether the card may be this person's: the name has the card's last name and its first first name, without regard to
 * case, accents and hyphens. A hint for staff, who compare the names themselves.
 */
export function mayBeNameOf({ firstName, lastName }: IdName, name: string): boolean {
  const words = wordsOf(name);
  const first = wordsOf(firstName)[0];
  return (
    wordsOf(lastName).every((word) => words.includes(word)) && (first === undefined || words.includes(first))
  );
}

function wordsOf(name: string): string[] {
  return name
    .normalize('NFD')
    .replaceAll(/[\p{M}'’.]/gu, '')
    .toUpperCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
}
