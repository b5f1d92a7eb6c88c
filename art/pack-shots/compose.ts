import { type Setting, stones } from '../ground.ts';
import type { LabelDesign } from '../label.ts';
import { placed } from '../sheet.ts';
import { type JarShape, jar, looseLid } from './jar.ts';
import type { Subject } from './subject.ts';

export type Draw = (subject: Subject) => string;

/** How a product is photographed: label and room, the cover, and the second view where there is one. */
export type Arrangement = { design: LabelDesign; setting: Setting; cover: Draw; second?: Draw };

export const tall: JarShape = {
  cx: 600,
  base: 1250,
  width: 620,
  height: 930,
  lid: 'dark',
  contents: 'flower',
};
export const squat: JarShape = {
  cx: 600,
  base: 1190,
  width: 560,
  height: 500,
  lid: 'dark',
  contents: 'rosin',
  labelShare: 0.92,
};

export const jarOf =
  (shape: JarShape, changes: Partial<JarShape> = {}): Draw =>
  (subject) =>
    jar(subject, { ...shape, ...changes });

/** The same jar without its lid, a little smaller, its lid in front of it. */
export const opened =
  (shape: JarShape, lid: 'dark' | 'wood' | 'cork' | 'steel'): Draw =>
  (subject) =>
    jar(subject, { ...shape, cx: 520, width: shape.width * 0.92, height: shape.height * 0.8, lid: 'none' }) +
    looseLid(subject, lid, 900, shape.base + 70, shape.width * 0.38);

/** The cover again, nearer. */
export const closer =
  (draw: Draw, scale: number, x = 600, y = 860): Draw =>
  (subject) =>
    `<g transform="translate(600 750) scale(${scale}) translate(${-x} ${-y})">${draw(subject)}</g>`;

export const at =
  (draw: Draw, x: number, y: number, degrees: number, scale = 1): Draw =>
  (subject) =>
    placed(draw(subject), x, y, degrees, scale);

export const together =
  (...draws: Draw[]): Draw =>
  (subject) =>
    draws.map((draw) => draw(subject)).join('');

export const pebbles =
  (...places: [number, number, number][]): Draw =>
  ({ sheet, random }) =>
    stones(sheet, places, random);
