/** Finds the product that a row of a file means. A number alone proves nothing: other programs number their products, too. */
import { isSameAfterSpreadsheet } from '#platform/csv/after-spreadsheet.ts';
import type { ImportMapping } from '../products/inventory-csv.ts';
import { readProductId } from '../products/read-product-id.ts';
import { plainCell } from './import-cell.ts';
import type { ImportQuestion, ImportTarget } from './planned-row.ts';
import type { ImportOptions, Row } from './read-import-row.ts';
import { isSameName, lotNamed, nameKey } from './restore-cells.ts';

export type Targets = {
  byId: Map<number, ImportTarget>;
  /** By `nameKey`. */
  byName: Map<string, ImportTarget[]>;
  /** UPC to the product that has it. */
  upcOwners: ReadonlyMap<string, number>;
};

type Found =
  /** `isByName`: how the row writes the name is no wish to change it. */
  { target: ImportTarget | null; isByName?: boolean } | { problem: string; asks?: ImportQuestion };

/**
 * Finds a product by its ID if its name, UPC or batch agrees; without an ID by name, strain and size, as far as the file
 * has those columns. An ID with which nothing agrees is asked about: such rows are new products, or ours under new names.
 */
export function findTarget(
  row: Row,
  targets: Targets,
  { mapping, options }: { mapping: ImportMapping; options: ImportOptions },
): Found {
  if (row.id === null) return findByName(row, targets, mapping);
  const ours = targets.byId.get(readProductId(row.id) ?? 0);
  if (ours && (options.foreignIds === 'ours' || agrees(row, ours))) return { target: ours };
  if (options.foreignIds === 'new') return findByName(row, targets, mapping);
  return ours
    ? {
        problem: `ID ${ours.id} is “${ours.values.name}” in this shop, and the file says “${row.texts.name ?? ''}”.`,
        asks: 'renamed',
      }
    : { problem: `No product in this shop has the ID ${row.id.slice(0, 40)}.`, asks: 'foreign-id' };
}

function agrees({ texts, values }: Row, { values: stored, stock }: ImportTarget): boolean {
  const name = texts.name ?? '';
  if (isSameName(name, stored.name) || isSameAfterSpreadsheet(stored.name, name)) return true;
  if (values.upcCode && values.upcCode === stored.upcCode) return true;
  // Every shop has a batch '1'.
  const batch = texts.batchNumber ?? '';
  return batch.length >= 3 && /\D/.test(batch) && lotNamed(stock.lots, batch) !== undefined;
}

function findByName(row: Row, { byName }: Targets, mapping: ImportMapping): Found {
  const { name = '' } = row.values;
  // A spoiled cell still tells sizes apart.
  const given = (field: 'strainCode' | 'size') => row.values[field] ?? row.texts[field] ?? null;
  const alike = (byName.get(nameKey(name)) ?? []).filter(
    ({ values }) =>
      (mapping.strainCode === undefined || isSameCell(values.strainCode, given('strainCode'))) &&
      (mapping.size === undefined || isSameCell(plainSize(values.size), plainSize(given('size')))),
  );
  if (alike.length > 1)
    return { problem: `${alike.length} products have this name. Add the ID of the one you mean.` };
  return { target: alike[0] ?? null, isByName: true };
}

const isSameCell = (stored: string | null, given: string | null): boolean =>
  stored === given || (stored !== null && given !== null && isSameAfterSpreadsheet(stored, given));

const plainSize = (size: string | null): string | null =>
  size && plainCell('size', size, { decimalCommas: false, head: '' });
