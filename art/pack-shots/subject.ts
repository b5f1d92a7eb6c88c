import type { DemoProduct } from '#db/seed/demo-catalogue.ts';
import { type LabelDesign, type LabelText, label } from '../label.ts';
import { tints } from '../palette.ts';
import { type Random, randomFrom } from '../random.ts';
import { type Sheet, newSheet } from '../sheet.ts';

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

/** Sets up a picture of 1200 × 1500. `view` keeps the two pictures of a product apart. */
export function subjectOf(product: DemoProduct, view: number, design: LabelDesign): Subject {
  const lot = product.lots[0];
  const tint = tints[product.strainType ?? 'none'];
  return {
    product,
    sheet: newSheet(1200, 1500),
    random: randomFrom(`${product.slug}/${view}`),
    design,
    says: {
      name: (product.name.split(/[,:]/)[0] ?? product.name).replace(/ (Whole Flower|Pre-Rolls?)$/, ''),
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
export const labelOf = (subject: Subject, x: number, y: number, width: number, height: number): string =>
  label(subject.sheet, { x, y, width, height }, subject.says, subject.design, subject.random);
