import type { DemoProduct } from '#seed/demo-catalogue.ts';
import { ground } from '../ground.ts';
import { finish } from '../sheet.ts';
import { farmStore } from './farm-store.ts';
import { flowerAndVapes } from './flower-and-vapes.ts';
import { kitchenAndExtracts } from './kitchen-and-extracts.ts';
import { subjectOf } from './subject.ts';

const arrangements = { ...flowerAndVapes, ...kitchenAndExtracts, ...farmStore };

/** Things seen from above lie on a plain ground: no horizon behind them. */
const lying = new Set(['pre-rolls', 'flies', 'tackle', 'prints', 'clothing']);

/** The pictures of one product, cover first, as SVG. Refuses a product nobody has arranged. */
export function packShots(product: DemoProduct): string[] {
  const arrangement = arrangements[product.slug];
  if (!arrangement) throw new Error(`No arrangement for ${product.slug}; add one under art/pack-shots.`);
  const { design, setting, cover, second } = arrangement;
  return [cover, second].flatMap((draw, view) => {
    if (!draw) return [];
    const subject = subjectOf(product, view, design);
    const flat = lying.has(product.category) && setting !== 'window';
    const wall = ground(
      subject.sheet,
      subject.says.tint,
      flat && product.slug !== 'hemlock-ridge-pre-roll-pair' && setting === 'table' ? 'sweep' : setting,
      subject.random,
    );
    return [finish(subject.sheet, wall + draw(subject))];
  });
}
