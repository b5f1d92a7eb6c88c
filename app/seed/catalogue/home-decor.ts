import { type DemoProduct, merchandise } from './product.ts';

const productType = 'home_decor';

/** For the house: candles, tableware and prints. */
export const homeDecor: readonly DemoProduct[] = [
  merchandise({
    item: 81,
    slug: 'hop-barn-candle',
    name: 'Hop Barn Candle',
    category: 'candles',
    productType,
    retailCents: 28_00,
    wholesaleCents: 14_00,
    size: '8 oz',
    description:
      'Soy and beeswax, cotton wick, about fifty hours. Cedar boards, dry hops and a cold stove. The glass is a good tumbler afterwards.',
    views: ['Candle in a glass tumbler with a cream label', 'The candle burning, with its small paper box'],
    lots: [{ batch: 'CDL-H08', onHand: 24, packagedDaysAgo: 34 }],
  }),
  merchandise({
    item: 82,
    slug: 'first-frost-candle',
    name: 'First Frost Candle',
    category: 'candles',
    productType,
    retailCents: 28_00,
    wholesaleCents: 14_00,
    size: '8 oz',
    description:
      'Spruce needle, wood smoke and the inside of a wool glove. Poured in October, in dark glass. About fifty hours.',
    views: ['Candle in dark glass with a river-blue band'],
    lots: [{ batch: 'CDL-F03', onHand: 2, packagedDaysAgo: 40 }],
  }),
  merchandise({
    item: 83,
    slug: 'orchard-taper-candles-pair',
    name: 'Beeswax Tapers, Pair',
    category: 'candles',
    productType,
    retailCents: 18_00,
    wholesaleCents: 9_00,
    size: '10 in',
    description:
      'Dipped by hand from our own wax, still joined by the wick. They smell of honey and burn without dripping if you keep them out of the draught.',
    views: ['A pair of beeswax tapers joined by their wick'],
    lots: [{ batch: 'TPR-05', onHand: 31, packagedDaysAgo: 58 }],
  }),
  merchandise({
    item: 84,
    slug: 'stoneware-mug-river',
    name: 'Stoneware Mug, River Glaze',
    category: 'table',
    productType,
    retailCents: 34_00,
    wholesaleCents: 17_50,
    size: '12 oz',
    description:
      'Thrown in Livingston Manor. A quiet blue-grey glaze that breaks brown at the rim, with the two branches pressed into the clay. Dishwasher safe.',
    views: [
      'Stoneware mug with a blue-grey glaze and the farm mark',
      'The mug seen from the other side, with the unglazed foot',
    ],
    lots: [{ batch: 'MUG-R04', onHand: 18, packagedDaysAgo: 46 }],
  }),
  merchandise({
    item: 85,
    slug: 'enamel-camp-mug',
    name: 'Enamel Camp Mug',
    category: 'table',
    productType,
    retailCents: 16_00,
    wholesaleCents: 7_50,
    size: '12 oz',
    description:
      'Cream enamel with a spruce-green rim and the farm mark. It chips where you drop it and goes on working.',
    views: ['Cream enamel mug with a spruce-green rim'],
    lots: [{ batch: 'MUG-E07', onHand: 40, packagedDaysAgo: 88 }],
  }),
  merchandise({
    item: 86,
    slug: 'linen-tea-towel-field-plan',
    name: 'Linen Tea Towel with the Field Plan of the Farm, Printed in One Color by Hand',
    category: 'table',
    productType,
    retailCents: 26_00,
    wholesaleCents: 13_00,
    size: '18 × 28 in',
    description:
      'Our fields, the barn, both branches and where they meet, screen-printed on washed linen. Drawn in the winter of the big snow, corrected since.',
    views: ['Folded linen tea towel with a printed field plan'],
    lots: [{ batch: 'TWL-02', onHand: 22, packagedDaysAgo: 64 }],
  }),
  merchandise({
    item: 87,
    slug: 'ridge-line-print-11-14',
    name: 'Ridge Line, Letterpress Print',
    category: 'prints',
    productType,
    retailCents: 45_00,
    wholesaleCents: 22_00,
    size: '11 × 14 in',
    description:
      'The view from the porch in three inks: five ridges, one after the other, as they look at seven on an October morning. Cotton paper, edition of two hundred, unframed.',
    views: [
      'Letterpress print of layered ridges in a pale wooden frame',
      'A corner of the ridge line print seen close',
    ],
    lots: [{ batch: 'PRT-R11', onHand: 26, packagedDaysAgo: 110 }],
  }),
  merchandise({
    item: 88,
    slug: 'river-map-print-16-20',
    name: 'Where the Branches Meet, Map Print',
    category: 'prints',
    productType,
    retailCents: 52_00,
    wholesaleCents: 26_00,
    size: '16 × 20 in',
    description:
      'East Branch and West Branch from their springs to the junction at Hancock, with the pools by their old names. Two colours on cotton paper, unframed.',
    views: ['Map print of two river branches in a dark wooden frame'],
    lots: [{ batch: 'PRT-M04', onHand: 11, packagedDaysAgo: 120 }],
  }),
];
