import { apparel } from './catalogue/apparel.ts';
import { concentrates } from './catalogue/concentrates.ts';
import { edibles } from './catalogue/edibles.ts';
import { flower } from './catalogue/flower.ts';
import { flyFishing } from './catalogue/fly-fishing.ts';
import { homeDecor } from './catalogue/home-decor.ts';
import { preRolls } from './catalogue/pre-rolls.ts';
import type { DemoCategory, DemoProduct } from './catalogue/product.ts';
import { tinctures } from './catalogue/tinctures.ts';
import { topicals } from './catalogue/topicals.ts';
import { vapes } from './catalogue/vapes.ts';

export type { DemoCategory, DemoLot, DemoProduct } from './catalogue/product.ts';

/** The shelves of the demo store, in the farm's own order. */
export const demoCategories: readonly DemoCategory[] = [
  { slug: 'flower', name: 'Flower', description: 'Whole flower, grown outdoors, trimmed by hand.' },
  { slug: 'pre-rolls', name: 'Pre-Rolls', description: 'Rolled on the farm from whole flower.' },
  { slug: 'vapes', name: 'Vapes', description: 'Cartridges and pens filled with our own extract.' },
  { slug: 'edibles', name: 'Edibles', description: 'From the farm kitchen, counted piece by piece.' },
  { slug: 'concentrates', name: 'Concentrates', description: 'Rosin and hash, made without solvents.' },
  { slug: 'tinctures', name: 'Tinctures', description: 'Dropper bottles with marked glass.' },
  { slug: 'topicals', name: 'Topicals', description: 'Balms, salves and oils for outer use.' },
  { slug: 'flies', name: 'Flies', description: 'Tied for the East and the West Branch.' },
  { slug: 'tackle', name: 'Tackle', description: 'Small things for a day on the river.' },
  { slug: 'candles', name: 'Candles', description: 'Soy and beeswax, poured and dipped here.' },
  { slug: 'table', name: 'Table & Kitchen', description: 'Mugs and linen for every day.' },
  { slug: 'prints', name: 'Prints & Maps', description: 'Letterpress from the village press.' },
  { slug: 'clothing', name: 'Clothing', description: 'Work clothes with a small mark on them.' },
  { slug: 'hats', name: 'Hats & Bandanas', description: 'For sun, rain and cold mornings.' },
];

/** Everything the demo store sells. Sample numbers throughout: no license, tag or certificate is real. */
export const demoProducts: readonly DemoProduct[] = [
  ...flower,
  ...preRolls,
  ...vapes,
  ...edibles,
  ...concentrates,
  ...tinctures,
  ...topicals,
  ...flyFishing,
  ...homeDecor,
  ...apparel,
];
