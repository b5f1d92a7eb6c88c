import { bottle } from './bottle.ts';
import {
  type Arrangement,
  at,
  closer,
  type Draw,
  jarOf,
  opened,
  pebbles,
  squat,
  tall,
  together,
} from './compose.ts';
import { salveTube } from './cylinders.ts';
import { carton, pouch } from './paper-goods.ts';
import { chocolate, openRoundTin, roundTin, slab } from './tins.ts';

const saltPouch: Draw = (subject) =>
  pouch(subject, { cx: 600, base: 1250, width: 660, height: 900, stock: 'white' });
const amberDropper: Draw = (subject) =>
  bottle(subject, { cx: 600, base: 1240, width: 430, height: 720, glass: 'amber', top: 'dropper' });

/** Edibles, concentrates, tinctures and topicals. */
export const kitchenAndExtracts: Record<string, Arrangement> = {
  'dark-chocolate-sea-salt-100-mg': {
    design: 'night',
    setting: 'sweep',
    cover: at((subject) => slab(subject, 560, 1000, 'paper'), 600, 760, 7),
    second: together(
      at((subject) => slab(subject, 470, 860, 'paper'), 380, 720, -9),
      at((subject) => chocolate(subject, 420, 900, '#4A2C1D'), 820, 820, 8),
    ),
  },
  'milk-chocolate-hazelnut-50-mg': {
    design: 'ridge',
    setting: 'window',
    cover: at((subject) => slab(subject, 560, 1000, 'paper'), 600, 760, -6),
  },
  'concord-grape-pastilles-100-mg': {
    design: 'ridge',
    setting: 'sweep',
    cover: (subject) => roundTin(subject, 600, 750, 410, 'steel'),
    second: together(
      (subject) => roundTin(subject, 420, 440, 270, 'steel'),
      (subject) => openRoundTin(subject, 690, 940, 390, 'steel', 'pastilles'),
    ),
  },
  'quince-pastilles-one-to-one': {
    design: 'night',
    setting: 'window',
    cover: (subject) => roundTin(subject, 600, 760, 390, 'brass'),
  },
  'buckwheat-honey-250-g': {
    design: 'stripe',
    setting: 'table',
    cover: jarOf(tall, { width: 560, height: 780, contents: 'honey', lid: 'steel', labelShare: 0.56 }),
    second: opened({ ...tall, width: 600, height: 820, contents: 'honey', labelShare: 0.56 }, 'steel'),
  },
  'oat-shortbread-20-mg': {
    design: 'band',
    setting: 'sweep',
    cover: (subject) => carton(subject, { cx: 600, base: 1180, width: 560, height: 560, depth: 180 }),
  },
  'peppermint-lozenges-50-mg': {
    design: 'stripe',
    setting: 'disc',
    cover: at((subject) => slab(subject, 520, 860, 'green'), 600, 760, -10),
  },

  'old-orchard-live-rosin-1-g': {
    design: 'ridge',
    setting: 'window',
    cover: jarOf(squat),
    second: opened({ ...squat, labelShare: 0 }, 'dark'),
  },
  'northern-lights-bubble-hash-1-g': {
    design: 'band',
    setting: 'table',
    cover: together(jarOf(squat, { contents: 'hash', width: 520, height: 470 }), pebbles([240, 1270, 90])),
  },
  'afghan-pressed-hash-2-g': {
    design: 'night',
    setting: 'disc',
    cover: at((subject) => slab(subject, 640, 780, 'paper', { thickness: 1.8 }), 600, 760, 9),
  },
  'durban-rosin-1-g': {
    design: 'stripe',
    setting: 'sweep',
    cover: jarOf(squat, { lid: 'steel', height: 560, width: 520 }),
  },
  'harlequin-rosin-1-g': {
    design: 'ridge',
    setting: 'table',
    cover: jarOf(squat, { lid: 'wood', height: 520, width: 600 }),
  },

  'confluence-tincture-30-ml': {
    design: 'ridge',
    setting: 'window',
    cover: amberDropper,
    second: together(
      (subject) => carton(subject, { cx: 430, base: 1220, width: 360, height: 800, depth: 130 }),
      (subject) =>
        bottle(subject, { cx: 850, base: 1270, width: 320, height: 540, glass: 'amber', top: 'dropper' }),
    ),
  },
  'harlequin-tincture-30-ml': {
    design: 'band',
    setting: 'sweep',
    cover: (subject) =>
      bottle(subject, { cx: 600, base: 1240, width: 460, height: 700, glass: 'green', top: 'dropper' }),
  },
  'bluestone-tincture-15-ml': {
    design: 'stripe',
    setting: 'disc',
    cover: (subject) =>
      bottle(subject, { cx: 600, base: 1220, width: 400, height: 580, glass: 'clear', top: 'dropper' }),
    second: together(
      (subject) => carton(subject, { cx: 440, base: 1220, width: 370, height: 720, depth: 130 }),
      (subject) =>
        bottle(subject, { cx: 850, base: 1270, width: 310, height: 470, glass: 'clear', top: 'dropper' }),
    ),
  },
  'lemon-balm-mist-25-ml': {
    design: 'night',
    setting: 'table',
    cover: (subject) =>
      bottle(subject, { cx: 600, base: 1250, width: 330, height: 700, glass: 'amber', top: 'mist' }),
  },

  'beeswax-comfrey-balm-50-g': {
    design: 'band',
    setting: 'sweep',
    cover: (subject) => roundTin(subject, 600, 750, 400, 'brass'),
    second: together(
      (subject) => openRoundTin(subject, 520, 620, 370, 'brass', 'balm'),
      (subject) => roundTin(subject, 800, 1100, 270, 'brass'),
    ),
  },
  'spruce-tip-hand-salve-60-ml': {
    design: 'ridge',
    setting: 'disc',
    cover: (subject) => salveTube(subject, { cx: 600, base: 1250, width: 430, height: 960 }),
  },
  'cedar-bath-salts-300-g': {
    design: 'stripe',
    setting: 'window',
    cover: saltPouch,
    second: closer(saltPouch, 1.55, 600, 620),
  },
  'calendula-body-oil-100-ml': {
    design: 'ridge',
    setting: 'table',
    cover: (subject) =>
      bottle(subject, { cx: 580, base: 1250, width: 440, height: 740, glass: 'amber', top: 'pump' }),
  },
};
