/**
 * Formats the small lines under a product's name on its card, at most three, each short enough for half a phone.
 * Cannabis shows everything the specification asks for (section 2, 'Product card'): strain type, code and size; THC
 * and CBD; then 'Pickup Only' and the batch. Other products show their size.
 */
import { priceNow } from '#core/goods/discounts/discount.ts';
import { type CardSize, isCannabis, type ProductCardFacts } from './products/product.ts';
import { formatPercent, strainLabel } from './search/strain.ts';

const NO_BREAK = '\u00a0';

/** The size whose price the card shows: of those in stock the cheapest now; of all if none is in stock. */
export function cheapestSize(sizes: readonly CardSize[]): CardSize | undefined {
  const inStock = sizes.filter(({ available }) => available > 0);
  return (inStock.length > 0 ? inStock : sizes).toSorted((one, other) => priceNow(one) - priceNow(other))[0];
}

/**
 * Returns the lines, each ending with a line break: known facts with commas between them, each fact once. The spaces in
 * a fact do not break.
 */
export function cardLines(product: ProductCardFacts): string {
  const { strainType, strainCode, thc, thcMg, cbd, cbdMg, size, sizes } = product;
  // Buttons list several sizes; '10 × 5 mg' says again a strength that is shown in milligrams.
  const ownSize = sizes || (thc === null && thcMg !== null && size?.includes('mg')) ? null : size;
  const lines = isCannabis(product)
    ? [
        [strainType && strainLabel(strainType), strainCode, ownSize],
        [potency('THC', thc, thcMg), potency('CBD', cbd, cbdMg)],
      ]
    : [[ownSize]];
  return lines
    .map((facts) => [...new Set(facts.flatMap((fact) => fact?.replaceAll(' ', NO_BREAK) || []))])
    .filter((facts) => facts.length > 0)
    .map((facts) => `${facts.join(', ')}\n`)
    .join('');
}

function potency(of: 'THC' | 'CBD', basisPoints: number | null, mg: number | null): string | null {
  if (basisPoints !== null) return `${of}${NO_BREAK}${formatPercent(basisPoints)}`;
  return mg === null ? null : `${of}${NO_BREAK}${mg}${NO_BREAK}mg`;
}
