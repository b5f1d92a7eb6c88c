/** Reads the cells of other systems’ files: money, numbers, days and moments as programs and people write them. Pure. */
import { parseDate, startOfDay, momentOf as storeMoment } from '#kernel/time.ts';
import { withoutFormula } from '#platform/csv/after-spreadsheet.ts';
import { fromSpreadsheet } from '#platform/csv/spreadsheet.ts';
import type { ListMapping } from './list-fields.ts';

/** How a file writes: '24,50' is a price where something else separates the columns. */
export type Writing = { decimalCommas: boolean };

/** Characters of a cell that are read; what is longer is cut by its field. */
const LONGEST_CELL = 20_000;

/** A cell’s text by its field; '' for none. What a spreadsheet was kept from running as a formula is as it was. */
export type Texts = (field: string) => string;

export function textsOf(cells: readonly string[], mapping: ListMapping): Texts {
  return (field) => {
    const at = mapping[field];
    const text = at === undefined ? '' : (cells[at] ?? '').slice(0, LONGEST_CELL).trim();
    return text === '' ? '' : fromSpreadsheet(withoutFormula(text)).trim();
  };
}

/** '1,234.50' of '$1,234.50', '1.234,50 €' and 'USD 1234.5'; '-2.00' of '($2.00)' and '−$2'; '' for no number. */
function plainNumber(text: string, { decimalCommas }: Writing): string {
  const bracketed = /^\((.+)\)$/.exec(text.trim());
  const rest = (bracketed?.[1] ?? text)
    .normalize('NFKC')
    .replaceAll('−', '-')
    .replaceAll(/[$€£\s']|usd/gi, '');
  const plain = decimalCommas
    ? rest.replaceAll('.', '').replace(',', '.')
    : rest.replaceAll(/,(?=\d{3})/g, '');
  const [, sign = '', digits = ''] = /^([+-]?)(\d{1,12}(?:\.\d*)?|\.\d+)$/.exec(plain) ?? [];
  if (digits === '') return '';
  return sign === '-' || bracketed ? `-${digits}` : digits;
}

/** Cents, half a cent away from zero; null for none. */
export function centsIn(text: string, writing: Writing): number | null {
  const plain = plainNumber(text, writing);
  if (plain === '') return null;
  const [whole = '', rest = ''] = plain.replace('-', '').split('.');
  const cents = Number(whole || '0') * 100 + Math.floor((Number(`${rest}000`.slice(0, 3)) + 5) / 10);
  return plain.startsWith('-') && cents !== 0 ? -cents : cents;
}

/** '12.34' of 1234, as a row of the move has it. */
export const dollars = (cents: number): string => (cents / 100).toFixed(2);

/** A number, '3.5' for grams too; null for none. */
export function numberIn(text: string, writing: Writing): number | null {
  const plain = plainNumber(text.replace(/\s*(?:units?|pcs?|ea(?:ch)?|items?)\.?$/i, ''), writing);
  return plain === '' ? null : Number(plain);
}

/**
 * '18.5' of '18.5%', '18.5', '0.185' and '18.5 % THC'; '' for milligrams, a range and other words. A share of less than
 * one without a sign is one of the whole: no flower has half a percent of THC, but CBD may be given as '0.5%'.
 */
export function percentIn(text: string, writing: Writing): string {
  const [, number = '', sign = ''] = /^([\d.,]+)\s*(%?)\s*(?:thc|cbd)?a?$/i.exec(text.trim()) ?? [];
  const plain = plainNumber(number, writing);
  if (plain === '') return '';
  const value = sign === '' && plain.includes('.') && Number(plain) < 1 ? Number(plain) * 100 : Number(plain);
  return value <= 100 ? String(Math.round(value * 100) / 100) : '';
}

const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');
const two = (digits: string | number | undefined) => String(digits ?? '').padStart(2, '0');

/** The day at the beginning of a text, and what follows it. Two digits of a year are of this century. */
function dayIn(text: string): { day: string; rest: string } | null {
  const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?=$|[T\s])/.exec(text);
  const american = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4}|\d{2})(?=$|[T,\s])/.exec(text);
  const named = /^(?:[a-z]{3,9},?\s+)?([a-z]{3})[a-z]*\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})/i.exec(
    text,
  );
  const dayFirst = /^(?:[a-z]{3,9},?\s+)?(\d{1,2})[\s-]([a-z]{3})[a-z]*\.?[\s-](\d{4})/i.exec(text);
  const monthOf = (name: string | undefined) => MONTHS.indexOf(name?.toLowerCase() ?? '') + 1;
  const [found, year, month, day] = iso
    ? [iso[0], iso[1], iso[2], iso[3]]
    : american
      ? [american[0], american[3], american[1], american[2]]
      : named
        ? [named[0], named[3], monthOf(named[1]), named[2]]
        : [dayFirst?.[0], dayFirst?.[3], monthOf(dayFirst?.[2]), dayFirst?.[1]];
  if (found === undefined) return null;
  const whole = year?.length === 2 ? `20${year}` : year;
  const date = `${whole}-${two(month)}-${two(day)}`;
  return parseDate(date) === null ? null : { day: date, rest: text.slice(found.length) };
}

/** yyyy-mm-dd; null for no day. '5/17/1990' is May 17, as Americans write it. */
export const dateIn = (text: string): string | null => dayIn(text.trim())?.day ?? null;

/** A birth date needs all digits of its year. */
export const birthDateIn = (text: string): string | null =>
  /^\d{1,2}[/.-]\d{1,2}[/.-]\d{2}$/.test(text.trim()) ? null : dateIn(text);

/** Programs name the zones of the United States in words. */
const ZONES: readonly (readonly [RegExp, string])[] = [
  [/eastern|^e[sd]?t$/i, 'America/New_York'],
  [/central|^c[sd]?t$/i, 'America/Chicago'],
  [/mountain|^m[sd]?t$/i, 'America/Denver'],
  [/pacific|^p[sd]?t$/i, 'America/Los_Angeles'],
  [/^(?:utc|gmt|z)$/i, 'UTC'],
];

/** '14:05:09' of '2:05:09 PM'; null for no time. */
function clockIn(text: string): string | null {
  const [found, hour = '', minute = '', second = '00', half = ''] =
    /^[T,\s]*(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?\s*([ap])?\.?m?\.?/i.exec(text) ?? [];
  if (found === undefined) return null;
  const hours = half === '' ? Number(hour) : (Number(hour) % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
  return hours < 24 ? `${two(hours)}:${minute}:${second}` : null;
}

const FIRST_YEAR = 2000;

/**
 * A moment as ISO text in UTC: '2025-11-24 14:05:09 -0500', '11/24/2025, 2:05 PM', or a day with its time in `clock`. One
 * that names no zone is of the store. null for none, and for one before 2000.
 */
export function momentIn(
  text: string,
  { zone, clock = '', zoneName = '' }: { zone: string; clock?: string; zoneName?: string },
): string | null {
  const found = dayIn(text.trim());
  if (found === null || Number(found.day.slice(0, 4)) < FIRST_YEAR) return null;
  const time = clockIn(found.rest) ?? clockIn(clock.trim());
  const [, offset = ''] = /(Z|[+-]\d{2}:?\d{2})$/.exec(found.rest.trim()) ?? [];
  if (offset !== '' && time !== null) {
    const colon = offset.replace(/^([+-]\d{2})(\d{2})$/, '$1:$2');
    const date = new Date(`${found.day}T${time}${colon}`);
    return Number.isNaN(date.getTime()) ? null : date.toISOString();
  }
  const there = ZONES.find(([words]) => words.test(zoneName.trim()))?.[1] ?? zone;
  if (time === null) {
    const day = parseDate(found.day);
    return day === null ? null : new Date(startOfDay(day, there).epochMilliseconds).toISOString();
  }
  const moment = storeMoment(`${found.day}T${time}`, there);
  return moment === null ? null : new Date(moment.epochMilliseconds).toISOString();
}

/** '(607) 555-0142' of '6075550142', '+1 607-555-0142' and Excel’s '6075550142.0'; other numbers as they are. */
export function phoneIn(text: string): string {
  const plain = text.replace(/\.0+$/, '');
  const digits = plain.replaceAll(/\D/g, '').replace(/^1(?=\d{10}$)/, '');
  return digits.length === 10 && !/[a-z]/i.test(plain)
    ? `(${digits.slice(0, 3)}) ${digits.slice(3, 6)}-${digits.slice(6)}`
    : plain;
}

/** '02134' of a ZIP that a spreadsheet read as a number. */
export function zipIn(text: string): string {
  const plain = text.replace(/^'/, '').replace(/\.0+$/, '');
  return /^\d{3,4}$/.test(plain) ? plain.padStart(5, '0') : plain;
}

/** null where nothing, or something else, is said. */
export function yesIn(text: string): boolean | null {
  const word = text
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_-]+/g, ' ');
  if (
    /^(?:t|true|y|yes|1|x|on|active|enabled|visible|published|available|opted in|opt in|subscribed|granted|accepted|ja|sí|si|oui)$/.test(
      word,
    )
  )
    return true;
  return /^(?:f|false|n|no|0|-1|off|inactive|disabled|hidden|draft|archived|unavailable|private|opted out|opt out|unsubscribed|not subscribed|never subscribed|pending|declined|denied|unknown|never|nein|non)$/.test(
    word,
  )
    ? false
    : null;
}

/** The words of a description in HTML. */
export function proseIn(html: string): string {
  if (!/[<&]/.test(html)) return html;
  return html
    .replaceAll(/<(script|style)\b[^>]*>[\s\S]*?(?:<\/\1>|$)/gi, ' ')
    .replaceAll(/<\s*(?:br|\/p|\/li|\/h\d|\/div)[^>]{0,200}>/gi, '\n')
    .replaceAll(/<[^>]{0,1000}>/g, '')
    .replaceAll('&nbsp;', ' ')
    .replaceAll(/&lt;?/g, '<')
    .replaceAll(/&gt;?/g, '>')
    .replaceAll('&quot;', '"')
    .replaceAll(/&#0?39;|&apos;|&rsquo;/g, '’')
    .replaceAll('&amp;', '&')
    .replaceAll(/[ \t]+/g, ' ')
    .replaceAll(/\s*\n\s*/g, '\n')
    .trim();
}

/** 'Menu > Flower > Indoor, Featured' is 'Flower': the menu has one level. */
export function categoryIn(path: string): string {
  const first = proseIn(path).split(/,\s*/)[0] ?? '';
  const levels = first
    .split(/\s*[>/|]\s*/)
    .filter((level) => !/^(?:menu|shop|products?|all|home)$/i.test(level));
  return (levels[0] ?? first).replace(/\s*\([A-Z0-9]{16,}\)$/, '').trim();
}
