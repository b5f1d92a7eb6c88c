import type { DemoProduct } from '#seed/demo-catalogue.ts';
import { type LabelDesign, type LabelText, label } from '../label.ts';
import { palette, type Tint, tints } from '../palette.ts';
import { type Random, randomFrom } from '../random.ts';
import { newSheet, type Sheet } from '../sheet.ts';

/** One picture being made: the product, what its label says, and the paper it is drawn on. */
export type Subject = {
  product: DemoProduct;
  sheet: Sheet;
  random: Random;
  says: LabelText;
  design: LabelDesign;
};

/** Shop goods by shelf, as the label names them. */
const shelfNames: Record<string, string> = {
  flies: 'Flies',
  tackle: 'River tackle',
  candles: 'Candle',
  table: 'Table',
  prints: 'Print',
  clothing: 'Clothing',
  hats: 'Clothing',
};

const goodsTints: Record<string, Tint> = {
  flies: { band: palette.river700, deep: '#1B3B47', wall: '#D3D8D0', floor: '#E3E5DC' },
  tackle: { band: palette.spruce700, deep: palette.spruce900, wall: '#DDD8C6', floor: '#EAE5D6' },
  candles: { band: palette.ochre700, deep: '#3B2A12', wall: '#E6DAC3', floor: '#F0E7D5' },
  table: { band: palette.clay700, deep: '#5E2413', wall: '#E3DED3', floor: '#EFEAE0' },
  prints: { band: palette.ink, deep: palette.spruce900, wall: '#D6DAD2', floor: '#C9BDA6' },
};

/** Goods without a strain stand on stone, sand or linen, by shelf. */
const goodsTint = (category: string): Tint => goodsTints[category] ?? tints.none;

/** Sets up a picture of 1200 × 1500. `view` keeps the two pictures of a product apart. */
export function subjectOf(product: DemoProduct, view: number, design: LabelDesign): Subject {
  const lot = product.lots[0];
  const tint = product.strainType ? tints[product.strainType] : goodsTint(product.category);
  return {
    product,
    sheet: newSheet(1200, 1500),
    random: randomFrom(`${product.slug}/${view}`),
    design,
    says: {
      name: (product.name.split(/[,:]/)[0] ?? product.name).replace(
        / (Whole Flower|Half-Gram Pre-Rolls|Pre-Rolls?|All-in-One Pen|Live Rosin Cartridge|Cartridge)$/,
        '',
      ),
      kind: product.strainType
        ? `${product.strainType} · ${product.strainCode}`
        : (shelfNames[product.category] ?? product.category),
      weight: product.size.split(',')[0] ?? product.size,
      batch: lot?.batchNumber ?? '',
      smallPrint: product.requiresId ? 'Lic. SAMPLE · 21+' : 'Hancock, New York',
      tint,
    },
  };
}

/** The subject's label, printed into a box. */
export const labelOf = (
  subject: Subject,
  x: number,
  y: number,
  width: number,
  height: number,
  bleed = 0,
  headroom = 0,
): string =>
  label(
    subject.sheet,
    { x, y, width, height, bleed, headroom },
    subject.says,
    subject.design,
    subject.random,
  );
