/** The background of a loading picture has the color of its wall, so nothing flashes. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { groundOf } from '#core/goods/catalogue/pictures/ui/tinted-picture.tsx';
import { tints } from '../art/palette.ts';

const css = readFileSync(join(import.meta.dirname, '../app/ui/app.css'), 'utf8');
const grounds = ['spruce-100', 'ochre-100', 'river-100', 'clay-100', 'cream'];

/** How far a color is from gray: red over green, green over blue. */
function hue(hex: string): [number, number] {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
  return [r - g, g - b];
}
const apart = (one: string, other: string) =>
  Math.hypot(hue(one)[0] - hue(other)[0], hue(one)[1] - hue(other)[1]);

const token = (name: string) => new RegExp(`--color-${name}: (#[0-9a-f]{6})`).exec(css)?.[1] ?? '';

test.each(['indica', 'sativa', 'hybrid', 'balanced', null] as const)(
  'pictures of %s load on the color of their wall',
  (strain) => {
    const { wall } = tints[strain ?? 'none'];
    const [nearest] = grounds.toSorted((a, b) => apart(token(a), wall) - apart(token(b), wall));
    expect(groundOf(strain)).toBe(`bg-${nearest}`);
  },
);
