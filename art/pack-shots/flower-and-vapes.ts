import {
  type Arrangement,
  at,
  closer,
  type Draw,
  jarOf,
  opened,
  pebbles,
  tall,
  together,
} from './compose.ts';
import { cartridge, lyingTube, pen, preRoll } from './cylinders.ts';
import { carton, pouch } from './paper-goods.ts';
import { preRollTray, slab } from './tins.ts';

const tube: Draw = (subject) => lyingTube(subject, 1180, 200);
const cartonBeside = (width: number, height: number): Draw =>
  together(
    (subject) => carton(subject, { cx: 510, base: 1230, width, height, depth: width * 0.42 }),
    (subject) => cartridge(subject, 850, 1270, 126),
  );
const hinged: Draw = (subject) =>
  slab(subject, 860, 600, subject.product.strainType === 'balanced' ? 'black' : 'steel');

const fieldPouch: Draw = (subject) =>
  pouch(subject, { cx: 600, base: 1260, width: 700, height: 980, stock: 'kraft' });
const bigPouch: Draw = (subject) =>
  pouch(subject, { cx: 600, base: 1285, width: 800, height: 1090, stock: 'green' });

/** Flower, pre-rolls and vapes. */
export const flowerAndVapes: Record<string, Arrangement> = {
  'beaverkill-flower-3-5-g': {
    design: 'ridge',
    setting: 'sweep',
    cover: jarOf(tall),
    second: closer(jarOf(tall), 1.75, 600, 900),
  },
  'beaverkill-flower-7-g': {
    design: 'ridge',
    setting: 'window',
    cover: jarOf(tall, { width: 740, height: 960 }),
  },
  'beaverkill-flower-28-g': { design: 'ridge', setting: 'table', cover: bigPouch },
  'west-branch-haze-flower-3-5-g': {
    design: 'band',
    setting: 'window',
    cover: jarOf(tall, { lid: 'wood' }),
    second: opened(tall, 'wood'),
  },
  'bluestone-flower-3-5-g': {
    design: 'night',
    setting: 'table',
    cover: together(
      jarOf(tall, { lid: 'wood', width: 580, height: 880 }),
      pebbles([980, 1300, 110], [1090, 1340, 60]),
    ),
  },
  'harlequin-flower-3-5-g': {
    design: 'stripe',
    setting: 'disc',
    cover: jarOf(tall, { lid: 'steel', width: 640, height: 860 }),
    second: closer(jarOf(tall, { lid: 'steel', width: 640, height: 860 }), 1.7, 600, 900),
  },
  'northern-lights-flower-3-5-g': { design: 'night', setting: 'sweep', cover: jarOf(tall) },
  'northern-lights-flower-7-g': {
    design: 'night',
    setting: 'window',
    cover: jarOf(tall, { width: 740, height: 960 }),
  },
  'durban-flower-3-5-g': {
    design: 'ridge',
    setting: 'disc',
    cover: jarOf(tall, { lid: 'cork', height: 840 }),
  },
  'confluence-field-blend-14-g': {
    design: 'ridge',
    setting: 'sweep',
    cover: fieldPouch,
    second: closer(fieldPouch, 1.5, 600, 620),
  },
  'old-orchard-flower-3-5-g': {
    design: 'stripe',
    setting: 'table',
    cover: jarOf(tall, { lid: 'cork', width: 660, height: 820 }),
    second: opened({ ...tall, width: 660, height: 820 }, 'cork'),
  },
  'hemlock-ridge-flower-28-g': { design: 'band', setting: 'table', cover: bigPouch },

  'beaverkill-pre-roll-1-g': { design: 'night', setting: 'sweep', cover: at(tube, 600, 760, -56) },
  'durban-pre-roll-1-g': {
    design: 'ridge',
    setting: 'window',
    cover: at(tube, 600, 770, -38, 0.96),
    second: together(
      at((subject) => lyingTube(subject, 1080, 190, true), 610, 600, -12, 0.94),
      at((subject) => preRoll(subject, 800, 96), 590, 960, -12),
    ),
  },
  'stonefly-pre-roll-five-pack': {
    design: 'ridge',
    setting: 'sweep',
    cover: at(hinged, 600, 770, -8),
    second: together(
      at((subject) => slab(subject, 700, 490, 'steel'), 560, 400, -4),
      at((subject) => preRollTray(subject, 860, 600, 5, 'steel'), 620, 1010, -4),
    ),
  },
  'harlequin-pre-roll-five-pack': { design: 'band', setting: 'sweep', cover: at(hinged, 600, 760, 6) },
  'pepacton-gold-pre-roll-1-g': { design: 'band', setting: 'disc', cover: at(tube, 600, 750, -72, 0.98) },
  'four-fields-pre-roll-sampler': {
    design: 'ridge',
    setting: 'window',
    cover: at((subject) => slab(subject, 760, 920, 'paper'), 600, 760, 5),
    second: at((subject) => preRollTray(subject, 940, 760, 4, 'paper'), 600, 770, -6),
  },
  'hemlock-ridge-pre-roll-pair': {
    design: 'stripe',
    setting: 'table',
    cover: (subject) => carton(subject, { cx: 600, base: 1240, width: 400, height: 860, depth: 130 }),
  },

  'west-branch-haze-cartridge-0-5-g': {
    design: 'ridge',
    setting: 'sweep',
    cover: cartonBeside(330, 800),
    second: (subject) => cartridge(subject, 600, 1290, 290),
  },
  'beaverkill-cartridge-1-g': { design: 'stripe', setting: 'window', cover: cartonBeside(350, 740) },
  'cannatonic-cartridge-0-5-g': { design: 'band', setting: 'table', cover: cartonBeside(320, 820) },
  'bluestone-all-in-one-pen': {
    design: 'ridge',
    setting: 'disc',
    cover: together(
      at((subject) => slab(subject, 480, 900, 'paper'), 450, 740, -7),
      at((subject) => pen(subject, 900, 120), 880, 790, -80),
    ),
    second: at((subject) => pen(subject, 1120, 170), 600, 780, -34),
  },
  'east-branch-diesel-cartridge-1-g': { design: 'night', setting: 'disc', cover: cartonBeside(360, 780) },
};
