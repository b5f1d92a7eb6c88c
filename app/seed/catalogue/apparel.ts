import { type DemoProduct, merchandise } from './product.ts';

const productType = 'apparel';

/** Work clothes with a small logo. */
export const apparel: readonly DemoProduct[] = [
  merchandise({
    item: 91,
    slug: 'two-branches-tee-spruce',
    name: 'Two Branches Tee, Spruce',
    category: 'clothing',
    productType,
    retailCents: 32_00,
    wholesaleCents: 14_50,
    size: 'S–XXL, ask at the counter',
    description:
      'Heavy cotton, garment-dyed, the mark small on the chest. Cut straight and a little long. All sizes are kept at the counter; try one on when you pick up.',
    views: ['Folded spruce-green tee with a small mark on the chest'],
    lots: [{ batch: 'TEE-S12', onHand: 48, packagedDaysAgo: 90 }],
  }),
  merchandise({
    item: 92,
    slug: 'two-branches-tee-oat',
    name: 'Two Branches Tee, Oat',
    category: 'clothing',
    productType,
    retailCents: 32_00,
    wholesaleCents: 14_50,
    size: 'S–XXL, ask at the counter',
    description:
      'The same tee, undyed: cotton as it comes, with flecks in it. The mark in spruce green. All sizes are kept at the counter.',
    views: ['Folded oat-coloured tee with a small green mark'],
    lots: [{ batch: 'TEE-O09', onHand: 37, packagedDaysAgo: 90 }],
  }),
  merchandise({
    item: 93,
    slug: 'field-hoodie-river',
    name: 'Field Hoodie, River Blue',
    category: 'clothing',
    productType,
    retailCents: 72_00,
    wholesaleCents: 36_00,
    size: 'S–XXL, ask at the counter',
    description:
      'Brushed fleece, double hood, cuffs that survive a season of trimming. The mark on the chest, nothing on the back.',
    views: [
      'Folded river-blue hoodie with its cord',
      'The chest of the hoodie seen close, with the stitched mark',
    ],
    lots: [{ batch: 'HDY-R05', onHand: 19, packagedDaysAgo: 75 }],
  }),
  merchandise({
    item: 94,
    slug: 'chore-coat-ochre-canvas',
    name: 'Chore Coat, Ochre Canvas',
    category: 'clothing',
    productType,
    retailCents: 128_00,
    wholesaleCents: 66_00,
    size: 'S–XL, ask at the counter',
    description:
      'Four pockets, corozo buttons, ten-ounce canvas the colour of the field in November. Sewn in New York. Wear it two years before you judge it.',
    views: ['Folded ochre canvas chore coat with corozo buttons'],
    lots: [{ batch: 'COT-02', onHand: 3, packagedDaysAgo: 85 }],
  }),
  merchandise({
    item: 95,
    slug: 'ragg-wool-beanie',
    name: 'Ragg Wool Beanie',
    category: 'hats',
    productType,
    retailCents: 30_00,
    wholesaleCents: 14_00,
    size: 'One size',
    description:
      'Knitted from New York wool, grey and cream together, with a folded brim and a small woven label. Scratchy for a week, then yours.',
    views: ['Ragg wool beanie with a folded brim and woven label'],
    lots: [{ batch: 'BNE-06', onHand: 33, packagedDaysAgo: 60 }],
  }),
  merchandise({
    item: 96,
    slug: 'waxed-cotton-cap',
    name: 'Waxed Cotton Cap',
    category: 'hats',
    productType,
    retailCents: 38_00,
    wholesaleCents: 18_00,
    size: 'One size',
    description:
      'Six panels, a brim that keeps its curve, brass buckle behind. The mark embroidered in ochre. Sheds a shower; wants waxing once a year.',
    views: ['Dark waxed cotton cap with an embroidered mark', 'The embroidered mark of the cap seen close'],
    lots: [{ batch: 'CAP-W03', onHand: 28, packagedDaysAgo: 72 }],
  }),
  merchandise({
    item: 97,
    slug: 'river-bandana',
    name: 'River Bandana',
    category: 'hats',
    productType,
    retailCents: 15_00,
    wholesaleCents: 6_50,
    size: '22 × 22 in',
    description:
      'Cotton, printed with the contour lines of both valleys. Good for sun, sweat and wrapping sandwiches.',
    views: ['Folded cotton bandana with contour lines'],
    lots: [{ batch: 'BND-04', onHand: 55, packagedDaysAgo: 100 }],
  }),
];
