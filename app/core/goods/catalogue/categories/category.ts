/** Defines a category of the menu: its name, its address, the starter set of a new shop, and why a change is refused. */
import { type Common, commonMessage } from '#kernel/problem.ts';
import { type Result, refuse, succeed } from '#kernel/result.ts';
import { cleanLine, isPlainText, sliceSafe } from '#kernel/text.ts';

/** What most farms sell, in the order of the menu. Merchandise comes last. */
export const starterSet = [
  'Flower',
  'Pre-Rolls',
  'Edibles',
  'Vapes',
  'Concentrates',
  'Tinctures',
  'Topicals',
  'Merchandise',
] as const;

/** Characters of a name: it has to fit a chip on a phone. */
export const LONGEST_CATEGORY_NAME = 60;
/** A menu with more could not be ordered by hand, nor read. */
export const MOST_CATEGORIES = 200;

export type CategoryProblem =
  | Common<'not-allowed' | 'not-found'>
  | { kind: 'name'; error: string }
  /** A category has this name, or one that looks the same. */
  | { kind: 'name-taken'; name: string; isArchived: boolean; mergedInto: string | null }
  | { kind: 'too-many' }
  /** Archiving needs another category for the products of this one. */
  | { kind: 'has-products'; products: number }
  | { kind: 'no-such-target' }
  /** Its products have changed since the preview. */
  | { kind: 'changed' }
  /** Two categories whose products are taxed or limited differently become one only if staff say so. */
  | { kind: 'mixed-classes'; differences: readonly string[] };

export function categoryMessage(problem: CategoryProblem): string {
  switch (problem.kind) {
    case 'name':
      return problem.error;
    case 'name-taken':
      if (problem.mergedInto !== null)
        return `${problem.name} was merged into ${problem.mergedInto}. Restore it, or choose another name.`;
      return problem.isArchived
        ? `An archived category is named “${problem.name}”. Restore it, or choose another name.`
        : `There is already a category named “${problem.name}”.`;
    case 'too-many':
      return `A menu can have at most ${MOST_CATEGORIES} categories. Archived ones count too.`;
    case 'has-products':
      return `Choose a category for ${productCount(problem.products)}.`;
    case 'no-such-target':
      return 'Choose another category of the menu.';
    case 'changed':
      return 'Its products have changed. Nothing was merged. Check the numbers again.';
    case 'mixed-classes':
      return `${problem.differences.join(' ')} Tick the box to merge them.`;
    default:
      return commonMessage(problem, 'Category');
  }
}

/** How the products of a category are taxed, and what they count as toward the possession limits. */
export type ShelfClasses = { taxClasses: readonly string[]; limitCategories: readonly string[] };

/**
 * How the products of one category differ from those of another that they would join; empty if they do not, or if the
 * other one has no products. No product changes by a merge, but new ones take after most of their category.
 */
export function mixedClasses(mine: ShelfClasses, theirs: ShelfClasses, target: string): string[] {
  const foreign = (of: readonly string[], known: readonly string[]) =>
    known.length === 0 ? [] : of.filter((each) => !known.includes(each));
  const words: string[] = [];
  const taxed = foreign(mine.taxClasses, theirs.taxClasses);
  if (taxed.length > 0)
    words.push(
      `Products taxed as ${taxed.join(' and ')} would join ${target}, which is taxed as ${theirs.taxClasses.join(' and ')}.`,
    );
  const counted = foreign(mine.limitCategories, theirs.limitCategories);
  if (counted.length > 0)
    words.push(
      `Products that count as ${counted.join(' and ')} would join ${target}, which counts as ${theirs.limitCategories.join(' and ')}.`,
    );
  return words;
}

/** '1 product', '12 products' */
export const productCount = (count: number): string => `${count} ${count === 1 ? 'product' : 'products'}`;

/** The typed name as it is stored. Refused: nothing, too much, and characters that cannot be shown. */
export function readCategoryName(typed: string): Result<string, CategoryProblem> {
  const name = cleanLine(typed);
  if (name === '') return refuse({ kind: 'name', error: 'Enter a name, such as Flower.' });
  if (!isPlainText(name)) return refuse({ kind: 'name', error: 'These characters cannot be saved.' });
  if (name.length > LONGEST_CATEGORY_NAME)
    return refuse({ kind: 'name', error: `At most ${LONGEST_CATEGORY_NAME} characters.` });
  return succeed(name);
}

/** Lower-case Cyrillic and Greek letters that look like Latin ones in the shop's fonts, in either case. */
const LOOKALIKES: Readonly<Record<string, string>> = {
  ...{ а: 'a', в: 'b', с: 'c', ԁ: 'd', е: 'e', һ: 'h', н: 'h', і: 'i', ј: 'j', к: 'k', ӏ: 'l', м: 'm' },
  ...{ о: 'o', р: 'p', ѕ: 's', т: 't', у: 'y', х: 'x', ү: 'y', ѵ: 'v', ԝ: 'w' },
  ...{
    α: 'a',
    β: 'b',
    ε: 'e',
    η: 'h',
    ι: 'i',
    κ: 'k',
    μ: 'm',
    ν: 'v',
    ο: 'o',
    ρ: 'p',
    τ: 't',
    υ: 'y',
    χ: 'x',
  },
};

/**
 * Equal for two names that people read as the same: 'Pre-Rolls', 'pre rolls', 'PREROLLS', and 'Flоwer' with a Cyrillic
 * о. '+' and '&' distinguish names.
 */
export function categoryKey(name: string): string {
  const plain = [...name.normalize('NFKD').toLowerCase()]
    .map((letter) => LOOKALIKES[letter] ?? letter)
    .join('')
    .replaceAll(/\p{M}/gu, '');
  return plain.replaceAll(/[^\p{L}\p{N}+&]+/gu, '') || plain.trim();
}

/**
 * A category off the menu, without products. `into` is the category it was merged into, at the end of the chain; null if
 * it was archived. `isOnMenu`: whether that one is on the menu.
 */
export type FormerCategory = {
  id: number;
  slug: string;
  name: string;
  into: { id: number; slug: string; name: string; isOnMenu: boolean } | null;
};

/** The id of the category that this one was merged into, or its own. */
export const movedTo = (former: readonly FormerCategory[], id: number): number =>
  former.find((each) => each.id === id)?.into?.id ?? id;

/** What restores a name that is off the menu: itself, or the archived category it was merged into. Null for other names. */
export function restorable(
  former: readonly FormerCategory[],
  name: string,
): { id: number; name: string; isMerged: boolean } | null {
  const found = former.find((each) => categoryKey(each.name) === categoryKey(name));
  if (!found || found.into?.isOnMenu) return null;
  const { id, name: restored } = found.into ?? found;
  return { id, name: restored, isMerged: found.into !== null };
}

type Named = { id: number; name: string; isArchived: boolean; mergedInto: number | null };

/** The refusal of a name that another category has, or one that looks the same; null for a free name. */
export function nameTaken(
  stored: readonly Named[],
  name: string,
  own?: number,
): Extract<CategoryProblem, { kind: 'name-taken' }> | null {
  const alike = stored.find((each) => each.id !== own && categoryKey(each.name) === categoryKey(name));
  if (!alike) return null;
  const { mergedInto, isArchived } = alike;
  let last: Named | undefined;
  for (let next = mergedInto; next !== null && next !== last?.id; next = last?.mergedInto ?? null)
    last = stored.find(({ id }) => id === next);
  return { kind: 'name-taken', name: alike.name, isArchived, mergedInto: last?.name ?? null };
}

/**
 * The address of a new category, such as 'pre-rolls' in /products?category=pre-rolls. It never changes, so that links
 * outlive a new name.
 * @param taken addresses of the other categories
 */
export function categorySlug(name: string, taken: readonly string[]): string {
  const plain = name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
  const base = sliceSafe(plain, 40) || 'category';
  for (let number = 1; ; number += 1) {
    const slug = number === 1 ? base : `${base}-${number}`;
    if (!taken.includes(slug)) return slug;
  }
}
