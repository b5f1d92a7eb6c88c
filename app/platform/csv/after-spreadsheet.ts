/**
 * Says what a spreadsheet does to the cells of a CSV file that it opens and saves: long numbers lose digits, zeros at
 * either end go, '11-05' becomes a date. Nothing in the saved file says so, so cells are judged by their shape and,
 * where it is known, by the text they had before.
 */

/** What a spreadsheet left in place of a cell's text. */
export type CellDamage = 'exponent' | 'date' | 'error';

/** '6.03342E+15', also with a decimal comma. */
const EXPONENT = /^-?\d(?:[.,]\d+)?E[+-]\d{2,3}$/i;
/** '#N/A', '#REF!', '####' of a narrow column, in the words of English spreadsheets. */
const ERROR = /^#(?:N\/A|REF!|VALUE!|NAME\?|DIV\/0!|NUM!|NULL!|SPILL!|CALC!|GETTING_DATA|#{2,})$/i;

const DIGIT_OR_HASH = /[\d#]/;
const LONGEST_DAMAGE = 24;

const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');
/** German, French and Spanish ones whose first three letters differ. */
const OTHER_MONTHS: Readonly<Record<string, number>> = {
  mrz: 3,
  mär: 3,
  mai: 5,
  okt: 10,
  dez: 12,
  fév: 2,
  avr: 4,
  aoû: 8,
  déc: 12,
  ene: 1,
  abr: 4,
  ago: 8,
  dic: 12,
};

type Day = { month: number; day: number | null; year: number | null };

const monthOf = (name: string): number =>
  MONTHS.indexOf(name.slice(0, 3).toLowerCase()) + 1 || (OTHER_MONTHS[name.slice(0, 3).toLowerCase()] ?? 0);

const yearOf = (digits: string): number => Number(digits) % 100;

/** Days that a text may mean; the order of two numbers is not known. */
function daysIn(text: string): Day[] {
  const [, before = '', name = '', after = ''] =
    /^(\d{1,2})?[-. /]{0,2}(\p{L}{3,9})[-. /]{0,2}(\d{1,4})?$/u.exec(text) ?? [];
  const [, hour = '', named = '', year = ''] =
    /^(\d{1,2})[-. /]{1,2}(\p{L}{3,9})[-. /]{1,2}(\d{2,4})$/u.exec(text) ?? [];
  if (named !== '' && monthOf(named) > 0)
    return [{ month: monthOf(named), day: Number(hour), year: yearOf(year) }];
  if (name !== '' && monthOf(name) > 0 && (before === '') !== (after === '')) {
    const number = Number(before || after);
    const day = { month: monthOf(name), day: number, year: null };
    return before === '' ? [day, { month: monthOf(name), day: null, year: yearOf(after) }] : [day];
  }
  const [, first = '', second = '', third = ''] =
    /^(\d{1,4})[-./](\d{1,2}|\d{4})(?:[-./](\d{2,4}))?$/.exec(text) ?? [];
  if (first === '') return [];
  if (first.length > 2) return third ? asDays(second, third, first) : [];
  if (third) return [...asDays(first, second, third), ...asDays(second, first, third)];
  return [
    ...asDays(first, second, null),
    ...asDays(second, first, null),
    ...(Number(first) <= 12 ? [{ month: Number(first), day: null, year: yearOf(second) }] : []),
  ];
}

function asDays(month: string, day: string, year: string | null): Day[] {
  const isDay = Number(month) >= 1 && Number(month) <= 12 && Number(day) >= 1 && Number(day) <= 31;
  return isDay ? [{ month: Number(month), day: Number(day), year: year === null ? null : yearOf(year) }] : [];
}

/** A date as spreadsheets write it: '5-Nov', 'Nov-26', '5. Nov', '11/5/2026', '2026-11-05 00:00:00'. */
const looksLikeDate = (text: string): boolean =>
  (/^\d{1,2}[-. /]{1,2}\p{L}{3,4}\.?(?:[-. /]\d{2,4})?$|^\p{L}{3}-\d{2}$/u.test(text) ||
    /^\d{1,2}\/\d{1,2}\/(?:\d{2}|\d{4})$|^\d{4}-\d{2}-\d{2} 00:00:00$|^\d{1,2}\.\d{1,2}\.\d{4}$/.test(
      text,
    )) &&
  daysIn(text.replace(' 00:00:00', '')).length > 0;

/** What a spreadsheet left here instead of the text; null for a text that may be as someone wrote it. */
export function damageOf(text: string): CellDamage | null {
  // Most cells of a long file are neither.
  if (text.length > LONGEST_DAMAGE || !DIGIT_OR_HASH.test(text)) return null;
  if (ERROR.test(text)) return 'error';
  if (EXPONENT.test(text)) return 'exponent';
  return looksLikeDate(text) ? 'date' : null;
}

/** '="0042"' is how programs make a spreadsheet read a number as text. */
export function withoutFormula(cell: string): string {
  if (!cell.startsWith('="')) return cell;
  const inside = /^="(.*)"$/s.exec(cell)?.[1];
  return inside === undefined ? cell : inside.replaceAll('""', '"');
}

const NUMBER = /^[-+]?(?:\d+(?:[.,]\d*)?|[.,]\d+)(?:E[-+]?\d+)?$/i;

/** Whether a spreadsheet that opens `stored` may save it as `given`: '0042' as '42', '3.50' as '3.5', '11-05' as '5-Nov'. */
export function isSameAfterSpreadsheet(stored: string, given: string): boolean {
  if (stored === given) return true;
  if (/^(?:true|false)$/i.test(stored)) return stored.toUpperCase() === given;
  if (NUMBER.test(stored) && NUMBER.test(given)) return isSameNumber(stored, given);
  if (!looksLikeDate(given)) return false;
  const meant = daysIn(given.replace(' 00:00:00', ''));
  return daysIn(stored).some((day) => meant.some((other) => isSameDay(day, other)));
}

/** A part that one of them does not have is the spreadsheet's own. */
function isSameDay(left: Day, right: Day): boolean {
  const agree = (a: number | null, b: number | null) => a === null || b === null || a === b;
  return (
    left.month === right.month &&
    (left.day === null) === (right.day === null || (left.day === null && right.day === 1)) &&
    agree(left.day, right.day) &&
    agree(left.year, right.year)
  );
}

function isSameNumber(stored: string, given: string): boolean {
  const [before, after] = [stored, given].map((text) => Number(text.replace(',', '.'))) as [number, number];
  if (!Number.isFinite(before) || !Number.isFinite(after)) return false;
  if (before === after) return true;
  const shown = EXPONENT.test(given) ? (/^-?\d[.,]?(\d*)/.exec(given)?.[1]?.length ?? 0) : null;
  if (shown !== null) return before.toExponential(shown) === after.toExponential(shown);
  // A spreadsheet stores fifteen digits, and zeros for the rest.
  const rest = given.slice(15);
  return stored.length === given.length && stored.slice(0, 15) === given.slice(0, 15) && /^0+$/.test(rest);
}
