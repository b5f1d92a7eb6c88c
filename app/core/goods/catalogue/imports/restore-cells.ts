/**
 * Puts back what a spreadsheet changed in a row whose product is known: where a cell is what a spreadsheet makes of the
 * stored text, the stored text stays. A cell of a new product that a spreadsheet spoiled is asked about, or left empty.
 */
import type { FileLot } from '#core/goods/stock/file-stock.ts';
import { assertNever } from '#kernel/result.ts';
import { cleanLine } from '#kernel/text.ts';
import { type CellDamage, isSameAfterSpreadsheet } from '#platform/csv/after-spreadsheet.ts';
import { type ImportField, importColumns } from '../products/inventory-csv.ts';
import { type ProductField, writeProductField } from '../products/product-fields.ts';
import { plainCell } from './import-cell.ts';
import type { ImportTarget } from './planned-row.ts';
import type { CategoryNames, DamagedCell, Row } from './read-import-row.ts';

/** The row with stored texts in their place; `notes` and `warnings` name each cell. */
type Restored = { row: Row; notes: string[]; warnings: string[] };

/** Texts that are stored as they are written, except the name, by which the product was found. */
const texts = ['strainCode', 'strainName', 'lineage', 'size', 'biotrackId', 'labTestId'] as const;

/** Without these a new product would be another one, or its lot would have a wrong number. */
const identity: ReadonlySet<ImportField> = new Set(['name', 'size', 'strainCode', 'batchNumber', 'category']);

const causeOf = (damage: CellDamage): string => {
  switch (damage) {
    case 'exponent':
      return 'a long number that a spreadsheet shortened';
    case 'date':
      return 'a date that a spreadsheet made of it';
    case 'error':
      return 'an error of a spreadsheet’s formula';
    default:
      return assertNever(damage);
  }
};

const named = (field: ImportField, text: string): string => `${importColumns[field]} “${text.slice(0, 40)}”`;

const staysNote = (field: ImportField, text: string, why: string, stored: string): string =>
  `${named(field, text)} is ${why}; ${stored === '' ? 'it stays empty' : `“${stored}” stays`}.`;

/** Whether two names are one to people: 'hollow Haze ' is 'Hollow Haze'. */
export const isSameName = (left: string, right: string): boolean => nameKey(left) === nameKey(right);
export const nameKey = (name: string): string => cleanLine(name).toLowerCase();

/** The lot that a cell names, perhaps after a spreadsheet changed its number. */
export const lotNamed = (lots: readonly FileLot[], text: string): FileLot | undefined =>
  lots.find(({ batchNumber }) => batchNumber === text) ??
  lots.find(({ batchNumber }) => isSameAfterSpreadsheet(batchNumber, text));

/** Refuses a row with a spoiled cell that tells products or lots apart, and that nothing stored explains. */
export function restoreCells(
  row: Row,
  target: ImportTarget | null,
  { names }: Pick<CategoryNames, 'names'>,
): Restored | { problem: string } {
  const values = { ...row.values };
  const warnings: string[] = [];
  const name = cleanLine(values.name ?? '');
  values.name = target && cleanLine(target.values.name) === name ? target.values.name : name;
  const notes = target ? restoreTexts(values, target) : [];
  for (const cell of row.damaged) {
    const stored = target && storedText(cell, target, names);
    if (stored !== null) {
      if (cell.field === 'batchNumber') values.batchNumber = stored;
      notes.push(staysNote(cell.field, cell.text, causeOf(cell.damage), stored));
    } else if (identity.has(cell.field))
      return { problem: `${named(cell.field, cell.text)} is ${causeOf(cell.damage)}. Correct the cell.` };
    else warnings.push(`${named(cell.field, cell.text)} is ${causeOf(cell.damage)}, so it is left empty.`);
  }
  return { row: { ...row, values }, notes, warnings };
}

/** Puts back the stored texts, and the lot's number, that a spreadsheet changed; returns the notes of it. */
function restoreTexts(values: Row['values'], target: ImportTarget): string[] {
  const notes: string[] = [];
  for (const field of texts) {
    const [stored, given] = [target.values[field], values[field]];
    if (!stored || !given || stored === given) continue;
    if (field === 'size' && plainCell('size', stored, { decimalCommas: false, head: '' }) === given)
      values.size = stored;
    else if (isSameAfterSpreadsheet(stored, given)) {
      values[field] = stored;
      notes.push(staysNote(field, given, 'as a spreadsheet writes it', stored));
    }
  }
  const lot = values.batchNumber === '' ? undefined : lotNamed(target.stock.lots, values.batchNumber);
  if (lot && lot.batchNumber !== values.batchNumber) {
    notes.push(staysNote('batchNumber', values.batchNumber, 'as a spreadsheet writes it', lot.batchNumber));
    values.batchNumber = lot.batchNumber;
  }
  return notes;
}

/** What the product has there; null where a wrong guess would change its stock. */
function storedText(
  { field, text }: DamagedCell,
  { values, stock }: ImportTarget,
  names: CategoryNames['names'],
): string | null {
  if (field === 'batchNumber') return lotNamed(stock.lots, text)?.batchNumber ?? null;
  if (field === 'stock') return String(stock.onHand);
  if (field === 'category') return names.get(values.categoryId) ?? '';
  return field in values ? writeProductField(field as ProductField, values) : '';
}
