import { type DemoProduct, merchandise } from './product.ts';

const productType = 'fly_fishing';

/** For the two river branches outside the door: flies, boxes and small tackle. */
export const flyFishing: readonly DemoProduct[] = [
  merchandise({
    item: 71,
    slug: 'catskill-dry-flies-dozen',
    name: 'Catskill Dry Flies, a Dozen in a Maple Box',
    category: 'flies',
    productType,
    retailCents: 48_00,
    wholesaleCents: 25_00,
    size: '12 flies, sizes 12–18',
    description:
      'The old patterns, tied two villages up the river: Quill Gordon, Hendrickson, Light Cahill, March Brown. Upright wings, sparse hackle, the way this water likes them. Slotted cork in a maple box.',
    views: ['Maple fly box with a paper label', 'The maple fly box open, a dozen dry flies in slotted cork'],
    lots: [{ batch: 'FLY-D26', onHand: 16, packagedDaysAgo: 30 }],
  }),
  merchandise({
    item: 72,
    slug: 'west-branch-nymphs-dozen',
    name: 'West Branch Nymphs, a Dozen',
    category: 'flies',
    productType,
    retailCents: 39_00,
    wholesaleCents: 20_00,
    size: '12 flies, sizes 14–20',
    description:
      'Pheasant tails, hare’s ears and a few stonefly nymphs with a turn of wire, for the cold tailwater below the dam. In a flat aluminium box with foam on both sides.',
    views: ['Flat aluminium fly box with a river-blue band'],
    lots: [{ batch: 'FLY-N26', onHand: 21, packagedDaysAgo: 26 }],
  }),
  merchandise({
    item: 73,
    slug: 'hendrickson-emergers-six',
    name: 'Hendrickson Emergers, Six',
    category: 'flies',
    productType,
    retailCents: 22_00,
    wholesaleCents: 11_00,
    size: '6 flies, size 14',
    description:
      'For ten days in early May, around two in the afternoon. Dun-coloured wing, rusty body, tied on light wire. Six on a card in a small tin.',
    views: ['Small round tin of Hendrickson emergers'],
    lots: [{ batch: 'FLY-H26', onHand: 4, packagedDaysAgo: 48 }],
  }),
  merchandise({
    item: 74,
    slug: 'waxed-canvas-fly-wallet',
    name: 'Waxed Canvas Fly Wallet',
    category: 'tackle',
    productType,
    retailCents: 56_00,
    wholesaleCents: 29_00,
    size: '4 × 5 in',
    description:
      'Folds once, closes with a leather tab, holds forty flies on sheepskin. Sewn in Walton from the same waxed canvas as barn coats. Gets better when it gets wet.',
    views: ['Closed waxed canvas fly wallet with a leather tab', 'The fly wallet open, flies on sheepskin'],
    lots: [{ batch: 'WAL-03', onHand: 9, packagedDaysAgo: 80 }],
  }),
  merchandise({
    item: 75,
    slug: 'tapered-leaders-three-pack',
    name: 'Tapered Leaders, Nine Feet, Three-Pack',
    category: 'tackle',
    productType,
    retailCents: 14_00,
    wholesaleCents: 7_00,
    size: '9 ft, 4X–6X',
    description:
      'One each of 4X, 5X and 6X, knotless, coiled on paper cards. Enough for an ordinary week on the river, or one bad afternoon in the alders.',
    views: ['Flat paper packet of tapered leaders'],
    lots: [{ batch: 'LDR-11', onHand: 42, packagedDaysAgo: 95 }],
  }),
  merchandise({
    item: 76,
    slug: 'river-thermometer-brass',
    name: 'Brass River Thermometer',
    category: 'tackle',
    productType,
    retailCents: 32_00,
    wholesaleCents: 16_50,
    size: '5.5 in, on a cord',
    description:
      'Read it before you fish: above sixty-eight degrees, leave the trout in peace. Brass case with a window, red spirit, a waxed cord to tie to your bag.',
    views: ['Brass river thermometer on a waxed cord with its paper box'],
    lots: [{ batch: 'THM-02', onHand: 13, packagedDaysAgo: 70 }],
  }),
];
