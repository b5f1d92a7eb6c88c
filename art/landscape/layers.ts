import { lighten, mix } from '../palette.ts';
import { down, grain, linear, type Sheet } from '../sheet.ts';
import { type Ridge, ridgePath } from './ridge.ts';

export type Layer = Omit<Ridge, 'x' | 'width' | 'floor'> & { colour: string; foot?: string };

/** A ridge across the whole sheet, paler towards its foot, where the valley air lies. */
export function ridge(sheet: Sheet, layer: Layer): string {
  const d = ridgePath({ ...layer, x: 0, width: sheet.width, floor: sheet.height });
  const foot = layer.foot ?? lighten(layer.colour, 0.28);
  return `<path d="${d}" fill="${linear(
    sheet,
    [
      [0, layer.colour],
      [0.45, mix(layer.colour, foot, 0.45)],
      [1, foot],
    ],
    down,
  )}"/>`;
}

/** Paper grain over everything, so that flat colour looks printed. */
export const print = (sheet: Sheet, seed: number): string =>
  `<rect width="${sheet.width}" height="${sheet.height}" fill="#000" filter="${grain(sheet, '0.9', 0.06, seed)}"/>`;
