import { beanie, cap, foldedCloth, foldedHoodie } from './clothes.ts';
import { type Arrangement, at, closer, type Draw, jarOf, tall, together } from './compose.ts';
import { hungCoat, hungTee } from './hanging.ts';
import { framed, mug, tapers } from './house.ts';
import { carton } from './paper-goods.ts';
import { flyBox, flyWallet, leaderPacket, openFlyBox, thermometer } from './river.ts';
import { roundTin, slab } from './tins.ts';

const spruceHoodie: Draw = (subject) => foldedHoodie(subject, '#3C6675', '#E6DCC4');
const waxedCap: Draw = (subject) => cap(subject, '#39423A', '#D39A34');
const ridgePrint: Draw = (subject) => framed(subject, 'ridges', '#CDAF82', 220, 250, 760, 960);

/** Flies and tackle, candles and table, prints, clothing. */
export const farmStore: Record<string, Arrangement> = {
  'catskill-dry-flies-dozen': {
    design: 'ridge',
    setting: 'sweep',
    cover: at((subject) => flyBox(subject, 860, 640, 'maple'), 600, 760, -7),
    second: at((subject) => openFlyBox(subject, 980, 760, 'maple', 4, 3), 600, 760, 4),
  },
  'west-branch-nymphs-dozen': {
    design: 'night',
    setting: 'disc',
    cover: at((subject) => slab(subject, 820, 560, 'steel'), 600, 760, 8),
  },
  'hendrickson-emergers-six': {
    design: 'stripe',
    setting: 'window',
    cover: (subject) => roundTin(subject, 600, 760, 370, 'black'),
  },
  'waxed-canvas-fly-wallet': {
    design: 'ridge',
    setting: 'table',
    cover: at((subject) => flyWallet(subject, 700, 860, false), 600, 740, 6),
    second: at((subject) => flyWallet(subject, 800, 1060, true), 600, 760, -5),
  },
  'tapered-leaders-three-pack': {
    design: 'band',
    setting: 'sweep',
    cover: at((subject) => leaderPacket(subject, 660, 960), 600, 760, -5),
  },
  'river-thermometer-brass': {
    design: 'ridge',
    setting: 'window',
    cover: at((subject) => thermometer(subject, 940, 150), 640, 640, -24),
  },

  'hop-barn-candle': {
    design: 'stripe',
    setting: 'table',
    cover: jarOf(tall, { width: 540, height: 660, lid: 'none', contents: 'wax', labelShare: 0.72 }),
    second: together(
      (subject) => carton(subject, { cx: 380, base: 1210, width: 400, height: 520, depth: 150 }),
      jarOf(tall, {
        cx: 810,
        base: 1260,
        width: 430,
        height: 520,
        lid: 'none',
        contents: 'wax',
        labelShare: 0.72,
        flame: true,
      }),
    ),
  },
  'first-frost-candle': {
    design: 'ridge',
    setting: 'disc',
    cover: jarOf(tall, { width: 560, height: 680, lid: 'none', contents: 'dark wax', labelShare: 0.66 }),
  },
  'orchard-taper-candles-pair': { design: 'ridge', setting: 'sweep', cover: tapers },
  'stoneware-mug-river': {
    design: 'ridge',
    setting: 'table',
    cover: (subject) => mug(subject, { cx: 540, base: 1220, width: 580, height: 620, ware: 'stoneware' }),
    second: (subject) =>
      mug(subject, { cx: 660, base: 1220, width: 580, height: 620, ware: 'stoneware', bare: true }),
  },
  'enamel-camp-mug': {
    design: 'ridge',
    setting: 'window',
    cover: (subject) => mug(subject, { cx: 540, base: 1220, width: 600, height: 560, ware: 'enamel' }),
  },
  'linen-tea-towel-field-plan': {
    design: 'ridge',
    setting: 'window',
    cover: (subject) => foldedCloth(subject, 'towel'),
  },
  'ridge-line-print-11-14': {
    design: 'ridge',
    setting: 'table',
    cover: ridgePrint,
    second: closer(ridgePrint, 2.1, 760, 480),
  },
  'river-map-print-16-20': {
    design: 'ridge',
    setting: 'window',
    cover: (subject) => framed(subject, 'map', '#4A3526', 190, 230, 820, 1010),
  },

  'two-branches-tee-spruce': {
    design: 'ridge',
    setting: 'sweep',
    cover: (subject) => hungTee(subject, '#2F5A45', '#F3EDE0'),
  },
  'two-branches-tee-oat': {
    design: 'ridge',
    setting: 'window',
    cover: (subject) => hungTee(subject, '#DCCFB4', '#24503B'),
  },
  'field-hoodie-river': {
    design: 'ridge',
    setting: 'sweep',
    cover: spruceHoodie,
    second: closer(spruceHoodie, 2, 720, 600),
  },
  'chore-coat-ochre-canvas': {
    design: 'ridge',
    setting: 'disc',
    cover: (subject) => hungCoat(subject, '#B98A3E', '#F1DFB4'),
  },
  'ragg-wool-beanie': { design: 'ridge', setting: 'table', cover: (subject) => beanie(subject, '#8B8F8C') },
  'waxed-cotton-cap': {
    design: 'ridge',
    setting: 'sweep',
    cover: waxedCap,
    second: closer(waxedCap, 1.9, 640, 800),
  },
  'river-bandana': { design: 'ridge', setting: 'table', cover: (subject) => foldedCloth(subject, 'bandana') },
};
