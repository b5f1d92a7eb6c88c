/**
 * Reads a cell as people and programs write it: '$ 25.00', '22.4%', '1,200', '.5g', 'Y', '11/30/2026'. What a cell means
 * for its product is decided by `productFields`.
 */
import { readSpreadsheetGtin } from '#kernel/gtin.ts';
import { parseDate } from '#kernel/time.ts';
import { type ImportField, importColumns } from '../products/inventory-csv.ts';
import { sizeAmount } from '../products/limit-proposal.ts';
import { type ProductField, productFields } from '../products/product-fields.ts';
import { STRAIN_TYPES } from '../search/strain.ts';
import { unitOfHead } from './file-heads.ts';

export type CellReading = {
  /** Whether '24,50' is a number, as in files that separate by semicolons or tabs. */
  decimalCommas: boolean;
  /** The column's head, which may give the unit of numbers without one. */
  head: string;
};

const money: ReadonlySet<ImportField> = new Set(['retailPrice', 'wholesalePrice', 'discount']);
const units: ReadonlySet<ImportField> = new Set(['stock', 'lowStockLevel', 'servings']);
const percents: ReadonlySet<ImportField> = new Set(['thcBasisPoints', 'cbdBasisPoints']);
const masses: ReadonlySet<ImportField> = new Set([
  'limitMg',
  'netWeightMg',
  'thcMgPerPackage',
  'cbdMgPerPackage',
]);
const days: ReadonlySet<ImportField> = new Set([
  'discountFrom',
  'discountUntil',
  'harvestedOn',
  'packagedOn',
  'expiresOn',
]);
/** Text of a person's own, which may be a dash. */
const own: ReadonlySet<ImportField> = new Set(['name', 'description', 'cannabisContent']);

/** How people write that there is nothing. */
const NOTHING = /^(?:n\/?a|none|null|nil|tbd|tba|unknown|[-–—?.]+)$/i;

const YES = /^(?:y|yes|true|t|x|1|on|✓|✔|active|published|visible|available|in stock|for sale)$/i;

/** Whether a word in a column of yes and no says yes; every other word says no. */
const saysYes = (text: string): boolean => YES.test(text.trim());

/** The text as `productFields` read it; '' where the cell says that there is nothing. */
export function plainCell(field: ImportField, text: string, reading: CellReading): string {
  if (!own.has(field) && NOTHING.test(text)) return '';
  if (money.has(field)) return plainMoney(point(text, reading));
  if (units.has(field)) return plainUnits(point(text, reading));
  if (percents.has(field)) return plainPercent(point(text, reading));
  if (masses.has(field)) return plainMass(point(text, reading), reading.head);
  if (days.has(field)) return plainDay(text);
  switch (field) {
    case 'size':
      return plainSize(point(text, reading), reading.head);
    case 'forSale':
    case 'requiresId':
      return saysYes(text) ? 'yes' : 'no';
    case 'limitCategory':
    case 'taxClass':
      return text.toLowerCase();
    case 'strainType':
      return strainTypeOf(text) ?? text;
    case 'upcCode':
      // Some programs put an apostrophe in front, so that a spreadsheet reads it as text.
      return readSpreadsheetGtin(text.replace(/^'/, '')) ?? text;
    default:
      return text;
  }
}

/** Reads the field of a product; the error names its column. */
export function readProductCell(
  field: Exclude<ProductField, 'categoryId'>,
  text: string,
  texts: Readonly<Record<string, string>>,
): { value: unknown } | { error: string } {
  const read = productFields[field].read(text, texts);
  if (!('error' in read)) return read;
  const column = importColumns[field];
  return read.error.startsWith(`${column}:`) || field === 'upcCode' || field === 'productType'
    ? read
    : { error: `${column}: ${read.error.replace(/^[^:]{1,30}: /, '')}` };
}

/**
 * Rewrites a number with a decimal comma: '24,50' → '24.50', '1.234,50' → '1234.50', '1.234' → '1234', '3,5 g' →
 * '3.5 g'. Any other text stays: '1,234' are thousands, because neither prices nor units have three decimals.
 */
function point(text: string, { decimalCommas }: CellReading): string {
  if (!decimalCommas) return text;
  const [, whole = '', decimals, unit = ''] =
    /^(-?\$?\s*(?:\d{1,3}(?:\.\d{3})+|\d+))(?:,(\d+))?(\s*(?:m?g|oz|%))?$/i.exec(text) ?? [];
  if (whole === '' || (decimals !== undefined && decimals.length > 2 && unit === '')) return text;
  // '3.500 g' has a decimal point: a package of three kilograms is not sold.
  const digits = unit === '' || decimals !== undefined ? whole.replaceAll('.', '') : whole;
  return `${digits}${decimals === undefined ? '' : `.${decimals}`}${unit}`;
}

/** '$ 25.00', '25 USD', '48.0000', and '$-' for nothing, as accounting formats write it. */
function plainMoney(text: string): string {
  const amount = text
    .replaceAll(/\s+/g, '')
    .replace(/^US\$|^USD\$?/i, '$')
    .replace(/(?:USD|\$)$/i, '');
  if (/^\$?-+$/.test(amount)) return '0';
  return amount.replace(/(\.\d{2})0+$/, '$1').replace(/^\((.+)\)$/, '-$1');
}

/** '1,200', '48.0000', '12 units', '12 ea'. */
function plainUnits(text: string): string {
  const [, number = text] =
    /^(-?[\d,.]+)\s*(?:units?|each|ea\.?|pcs\.?|pieces?|ct\.?|count|packs?|pk|jars?|bags?|x)$/i.exec(text) ??
    [];
  const whole = number.replace(/\.0+$/, '');
  return /^\d{1,3}(?:,\d{3})+$/.test(whole) ? whole.replaceAll(',', '') : whole;
}

/** '22.4 %'; a laboratory's 'ND' is zero, and its further decimals are rounded to two. */
function plainPercent(text: string): string {
  if (/^(?:nd|not detected|<\s*loq)$/i.test(text)) return '0';
  const number = text.replace(/\s*(?:%|percent)$/i, '');
  return /^\d*\.\d{3,}$/.test(number)
    ? String(Math.round(Number(number) * 100) / 100)
    : number.replace(/^\./, '0.');
}

/** Whether a cell of a THC or CBD column says milligrams, not a percentage. */
export const isMass = (text: string): boolean =>
  /\d\s*mg$/i.test(text.replace(/\s*\(?(?:thc|cbd)\)?$/i, '').trim());

const NUMBER = /^(?:\d+|\d*\.\d+)$/;

/** '.5g', '1 oz', 'eighth', '5 x 0.5g', and a number alone where the head says its unit. */
function plainMass(text: string, head: string): string {
  const unit = NUMBER.test(text) ? unitOfHead(head) : null;
  const whole = unit !== null ? `${text} ${unit}` : text.replace(/\s*\(?(?:thc|cbd)\)?$/i, '');
  if (/^\d{1,9}(?:\.\d{1,3})?\s*m?g$/i.test(whole)) return whole;
  const milligrams = sizeAmount(whole);
  return milligrams === null ? text : `${milligrams} mg`;
}

/** '3.5g' is '3.5 g', '.5 grams' '0.5 g', '5 x 0.5g' '5 × 0.5 g'; every other size is as written. */
function plainSize(text: string, head: string): string {
  const unit = NUMBER.test(text) ? unitOfHead(head) : null;
  if (unit !== null) return plainSize(`${text} ${unit}`, '');
  const [, count, amount = '', written = ''] =
    /^(?:(\d{1,3})\s*[x×]\s*)?(\d+|\d*\.\d+)\s*(mg|g|gr|grams?|oz|ounces?)$/i.exec(text) ?? [];
  if (amount === '') return text;
  const short = written.toLowerCase().startsWith('m') ? 'mg' : /^o/i.test(written) ? 'oz' : 'g';
  return `${count === undefined ? '' : `${Number(count)} × `}${Number(amount)} ${short}`;
}

const STRAIN_WORDS: Readonly<Record<string, (typeof STRAIN_TYPES)[number]>> = {
  i: 'indica',
  s: 'sativa',
  h: 'hybrid',
  ind: 'indica',
  sat: 'sativa',
  hyb: 'hybrid',
  cbd: 'balanced',
  '1:1': 'balanced',
};

/** 'Indica', 'S', 'Indica-dominant hybrid'; null for a text that says nothing of it. */
export function strainTypeOf(text: string): (typeof STRAIN_TYPES)[number] | null {
  const words = text.toLowerCase().trim();
  const known = STRAIN_WORDS[words];
  if (known) return known;
  // A hybrid that leans to one side is a hybrid.
  if (/\bhybrid\b|indica.*sativa|sativa.*indica/.test(words)) return 'hybrid';
  return (
    STRAIN_TYPES.find(
      (type) => words === type || words === `${type} dominant` || words === `${type}-dominant`,
    ) ?? null
  );
}

const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');

/** A day as yyyy-mm-dd; any other text stays. Months come before days, as in the United States, unless they cannot. */
function plainDay(text: string): string {
  const day = text.replace(/[T ]\d{1,2}:\d{2}(?::\d{2})?.*$/, '');
  const [, first = '', second = '', year = ''] =
    /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4}|\d{2})$/.exec(day) ?? [];
  if (year !== '') {
    const isDayFirst = Number(first) > 12 || day.includes('.');
    return isoDay(year, isDayFirst ? second : first, isDayFirst ? first : second) ?? text;
  }
  const [, before = '', name = '', after = '', end = ''] =
    /^(?:(\d{1,2})[-. ]+)?(\p{L}{3,9})\.?[-. ]+(?:(\d{1,2}),?[-. ]+)?(\d{4}|\d{2})$/u.exec(day) ?? [];
  const month = MONTHS.indexOf(name.slice(0, 3).toLowerCase()) + 1;
  if (month > 0 && (before || after)) return isoDay(end, String(month), before || after) ?? text;
  return day;
}

function isoDay(year: string, month: string, day: string): string | null {
  const text = `${year.length === 2 ? `20${year}` : year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return parseDate(text) === null ? null : text;
}
