/**
 * What a spreadsheet saves of a CSV file that it opened, by Excel's documented rules and not tried in it: numbers in the shortest form,
 * twelve digits and more as 6.03342E+15, day and month as a date, true as TRUE.
 */
import { stringify } from 'csv-stringify/sync';
import { readCsv } from '#platform/csv/csv-reader.ts';

export type Locale = { separator: ',' | ';'; decimal: '.' | ','; dayFirst: boolean };

const MONTHS = {
  false: 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' '),
  true: 'Jan Feb Mrz Apr Mai Jun Jul Aug Sep Okt Nov Dez'.split(' '),
};

export async function throughSpreadsheet(csv: string, locale: Locale): Promise<string> {
  async function* text() {
    yield csv.replace(/^\ufeff/, '');
  }
  const rows: string[][] = [];
  for await (const some of readCsv(text())) rows.push(...some.map(({ cells }) => cells));
  return stringify(
    rows.map((row) => row.map((cell) => savedCell(cell, locale))),
    { delimiter: locale.separator, record_delimiter: 'windows', quoted_match: /[\r\n]/, bom: true },
  );
}

function savedCell(cell: string, { decimal, dayFirst }: Locale): string {
  if (/^(?:true|false)$/i.test(cell)) return cell.toUpperCase();
  if (/^[-+]?(?:\d+\.?\d*|\.\d+)(?:E[-+]?\d+)?$/i.test(cell)) {
    // Where the comma is decimal, '3.50' is a date or a text.
    if (decimal === ',' && cell.includes('.')) return cell;
    return savedNumber(Number(cell), /E/i.test(cell)).replace('.', decimal);
  }
  const months = MONTHS[`${dayFirst}`];
  const [, first = '', second = ''] = /^(\d{1,2})[-/](\d{1,2})$/.exec(cell) ?? [];
  const [month, day] = (dayFirst ? [second, first] : [first, second]).map(Number) as [number, number];
  if (first !== '' && month >= 1 && month <= 12 && day >= 1 && day <= 31)
    return dayFirst ? `${String(day).padStart(2, '0')}. ${months[month - 1]}` : `${day}-${months[month - 1]}`;
  const [, name = '', number = ''] = /^([A-Z]{3})-(\d{1,2})$/i.exec(cell) ?? [];
  const at = months.findIndex((each) => each.toLowerCase() === name.toLowerCase());
  if (at !== -1) return dayFirst ? `${number}. ${months[at]}` : `${number}-${months[at]}`;
  const [, year = '', mm = '', dd = ''] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(cell) ?? [];
  if (year !== '') return dayFirst ? `${dd}.${mm}.${year}` : `${Number(mm)}/${Number(dd)}/${year}`;
  return cell;
}

function savedNumber(number: number, isScientific: boolean): string {
  if (isScientific) return number.toExponential(2).replace(/e([-+])(\d)$/, 'E$10$2');
  if (Math.abs(number) < 1e11) return String(number);
  const [mantissa = '', exponent = ''] = number.toExponential(5).split('e+');
  return `${Number(mantissa)}E+${exponent.padStart(2, '0')}`;
}
