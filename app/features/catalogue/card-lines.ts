/**
 * The quiet lines under a product's name on its card. Of cannabis all that the specification asks for (section 2,
 * 'Product card'): strain type and code, THC and CBD, 'Pickup Only', batch. Of anything else its size.
 */
import { isCannabis, type ProductCardFacts } from './product.ts';
import { formatPercent, strainLabel } from './strain.ts';

const NO_BREAK = '\u00a0';
/** A line may break behind a dot, not before it and not within what stands between two of them. */
export const DOT = `${NO_BREAK}· `;

export type CardLines = {
  facts: string;
  /** How it is had, and of which batch; '' for what is no cannabis. */
  pickup: string;
  batch: string;
};

/** What is not known is left out. */
export function cardLines(product: ProductCardFacts): CardLines {
  const { strainType, strainCode, thc, thcMg, cbd, cbdMg, size, batchNumber } = product;
  if (!isCannabis(product)) return { facts: size ?? '', pickup: '', batch: '' };
  const facts = [
    strainType && strainLabel(strainType),
    strainCode,
    potency('THC', thc, thcMg),
    potency('CBD', cbd, cbdMg),
  ];
  return {
    facts: facts.filter(Boolean).join(DOT),
    pickup: [size, 'Pickup Only'].filter(Boolean).join(DOT),
    batch: batchNumber ? `Batch ${batchNumber}` : '',
  };
}

function potency(of: 'THC' | 'CBD', basisPoints: number | null, mg: number | null): string | null {
  if (basisPoints !== null) return `${of}${NO_BREAK}${formatPercent(basisPoints)}`;
  return mg === null ? null : `${of}${NO_BREAK}${mg}${NO_BREAK}mg`;
}
