/**
 * Formats the small lines under a product's name on its card. Cannabis shows everything the specification
 * asks for (section 2, 'Product card'): strain type and code, THC and CBD, then 'Pickup Only', batch. Other
 * products show their size.
 */
import { isCannabis, type ProductCardFacts } from './products/product.ts';
import { formatPercent, strainLabel } from './search/strain.ts';

const NO_BREAK = '\u00a0';

/** Returns each line as parts between which it may break, each part once; omits unknown facts. */
export function cardLines(product: ProductCardFacts): string[][] {
  const { strainType, strainCode, thc, thcMg, cbd, cbdMg, size, batchNumber } = product;
  const lines = isCannabis(product)
    ? [
        [
          strainType && strainLabel(strainType),
          strainCode,
          potency('THC', thc, thcMg),
          potency('CBD', cbd, cbdMg),
        ],
        [size, 'Pickup Only', batchNumber && `Batch ${batchNumber}`],
      ]
    : [[size]];
  return lines
    .map((parts) => [...new Set(parts.flatMap((part) => part || []))])
    .filter((parts) => parts.length > 0);
}

function potency(of: 'THC' | 'CBD', basisPoints: number | null, mg: number | null): string | null {
  if (basisPoints !== null) return `${of}${NO_BREAK}${formatPercent(basisPoints)}`;
  return mg === null ? null : `${of}${NO_BREAK}${mg}${NO_BREAK}mg`;
}
