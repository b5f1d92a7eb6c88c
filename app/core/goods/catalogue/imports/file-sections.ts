/** Reads the headings within a list made by hand: 'FLOWER' alone in a line is the category of the lines below it. */
import type { ImportMapping } from '../products/inventory-csv.ts';
import { typeByName } from '../products/limit-proposal.ts';
import type { Reshape } from './file-shapes.ts';

/** A list with fewer columns may have products that have only a name. */
const FEWEST_COLUMNS = 3;

/**
 * For a list without a column of categories: the mapping with one more column, which the rows get from the heading above
 * them. Null for any other list.
 * @param isCategory whether the shop has a category of this name
 */
export function sectionsOf(
  header: readonly string[],
  mapping: ImportMapping,
  isCategory: (name: string) => boolean,
): { mapping: ImportMapping; reshape: Reshape } | null {
  const { name } = mapping;
  if (mapping.category !== undefined || name === undefined) return null;
  if (Object.keys(mapping).length < FEWEST_COLUMNS) return null;
  let section = '';
  return {
    mapping: { ...mapping, category: header.length },
    reshape: (cells) => {
      const text = (cells[name] ?? '').trim();
      const isAlone = text !== '' && cells.every((cell, at) => at === name || cell.trim() === '');
      if (isAlone && (isCategory(text) || typeByName(text) !== undefined)) {
        section = isCategory(text) ? text : titled(text);
        return { cells, aside: `A heading: the rows below are in ${section}.` };
      }
      return { cells: [...header.map((_, at) => cells[at] ?? ''), section] };
    },
  };
}

/** 'GUMMIES' is 'Gummies'. */
const titled = (text: string): string =>
  text === text.toUpperCase()
    ? text.toLowerCase().replaceAll(/(?<![\p{L}])\p{L}/gu, (letter) => letter.toUpperCase())
    : text;
