/**
 * Recognizes the heads of a file's columns: which line has them, which field each one is, and which are doubtful. Farms
 * and programs name the same things differently.
 */
import {
  type ImportField,
  type ImportMapping,
  importColumns,
  importFields,
} from '../products/inventory-csv.ts';
import { shapeOf } from './file-shapes.ts';
import { leftOutHeads, otherHeads } from './head-names.ts';

/** '% THC' and 'THC %' are 'thcpercent', 'Price ($)' is 'price'. */
const plainHead = (head: string): string =>
  head
    .toLowerCase()
    .replaceAll('%', ' percent ')
    .replaceAll(/[^\p{L}\p{N}]+/gu, '')
    .replace(/^percent(.+)/u, '$1percent');

/** Without what brackets add: 'Weight (g)' is 'weight'. */
const bareHead = (head: string): string => plainHead(head.replaceAll(/[([{].*?[)\]}]/g, ' '));

/** Identifies the header: two files with the same header are of one kind. */
export const headerKeyOf = (header: readonly string[]): string =>
  header
    .map((head) => head.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, ''))
    .join('|')
    .slice(0, 2000);

const rankOf = new Map<string, [ImportField, number][]>();
for (const field of importFields)
  for (const [rank, head] of [plainHead(importColumns[field]), ...otherHeads[field]].entries())
    rankOf.set(head, [...(rankOf.get(head) ?? []), [field, rank]]);

type Found = { mapping: ImportMapping; doubtful: ImportField[] };

/** The fields by their columns' names. Doubtful are fields with two columns of one name: they have none until someone chooses. */
function findFields(header: readonly string[]): Found {
  const candidates = new Map<ImportField, { column: number; rank: number; head: string }[]>();
  for (const [column, head] of header.entries()) {
    const meanings = rankOf.get(plainHead(head)) ?? rankOf.get(bareHead(head)) ?? [];
    for (const [field, rank] of meanings)
      candidates.set(field, [...(candidates.get(field) ?? []), { column, rank, head: plainHead(head) }]);
  }
  const mapping: Partial<Record<ImportField, number>> = {};
  const doubtful: ImportField[] = [];
  const taken = new Set<number>();
  for (const field of importFields) {
    const free = (candidates.get(field) ?? []).filter(({ column }) => !taken.has(column));
    const best = free.toSorted((left, right) => left.rank - right.rank || left.column - right.column)[0];
    if (!best) continue;
    if (free.filter(({ rank, head }) => rank === best.rank && head === best.head).length > 1)
      doubtful.push(field);
    else {
      mapping[field] = best.column;
      taken.add(best.column);
    }
  }
  return { mapping, doubtful };
}

/** Maps each field to its column, as the program that wrote the file means it or by the column's name. */
export function mapByHeader(header: readonly string[]): ImportMapping {
  return shapeOf(header)?.mapping(header) ?? findFields(header).mapping;
}

/** Fields for which two columns have one name. */
export function doubtfulFields(header: readonly string[]): ImportField[] {
  return shapeOf(header) ? [] : findFields(header).doubtful;
}

/** How many of a file's first lines may be titles above the heads. */
export const MOST_TITLES = 15;

/** The index of the row that holds the heads: the one with the most of them that are known, the first if none has two. */
export function findHeads(rows: readonly (readonly string[])[]): number {
  const scores = rows.slice(0, MOST_TITLES).map((row) => {
    const { mapping, doubtful } = findFields(row);
    return Object.keys(mapping).length + doubtful.length + (shapeOf(row) ? 100 : 0);
  });
  const most = Math.max(0, ...scores);
  return most < 2 ? 0 : scores.indexOf(most);
}

/** Columns of the file that no field reads, with what their content is for where it is known. */
export function columnsLeftOut(
  header: readonly string[],
  mapping: ImportMapping,
): { head: string; why: string | null }[] {
  const used = new Set<number>(Object.values(mapping));
  return header.flatMap((head, column) => {
    if (used.has(column) || head.trim() === '') return [];
    const plain = plainHead(head);
    return [{ head, why: leftOutHeads.get(plain) ?? null }];
  });
}

/** The unit that a head gives numbers without one: 'Weight (g)', 'THC mg'. */
export function unitOfHead(head: string): 'g' | 'mg' | 'oz' | null {
  const unit = /(?:^|[\s([_/-])(g|grams?|mg|milligrams?|oz|ounces?)[)\]\s]*$/i
    .exec(head.trim())?.[1]
    ?.toLowerCase();
  if (unit === undefined) return null;
  return unit.startsWith('m') ? 'mg' : unit.startsWith('g') ? 'g' : 'oz';
}
