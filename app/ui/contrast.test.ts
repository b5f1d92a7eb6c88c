import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const css = readFileSync(join(import.meta.dirname, 'app.css'), 'utf8');
const tokens = Object.fromEntries(
  [...css.matchAll(/--color-([a-z0-9-]+):\s*(#[0-9a-f]{6})/gi)].map((m) => [m[1], m[2]]),
);

function luminance(name: string): number {
  const hex = tokens[name];
  if (!hex) throw new Error(`no token ${name}`);
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** WCAG 2.2's contrast ratio of two tokens. */
function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** Ink on ground, and what it has to reach: 7 for running text and the law's banner, 4.5 for the rest. */
const pairs: [ink: string, ground: string, least: number][] = [
  ['ink', 'paper', 7],
  ['ink', 'white', 7],
  ['ink', 'cream', 7],
  ['ink', 'spruce-100', 7],
  ['ink', 'ochre-100', 7],
  ['ink', 'clay-100', 7],
  ['ink', 'river-100', 7],
  ['black', 'warning', 7],
  ['white', 'spruce-900', 7],
  ['spruce-100', 'spruce-900', 7],
  ['ink-soft', 'paper', 4.5],
  ['ink-soft', 'white', 4.5],
  ['ink-soft', 'cream', 4.5],
  ['ink-soft', 'spruce-100', 4.5],
  ['white', 'spruce-700', 4.5],
  ['white', 'spruce-500', 4.5],
  ['white', 'clay-700', 4.5],
  ['spruce-700', 'paper', 4.5],
  ['spruce-700', 'white', 4.5],
  ['spruce-700', 'cream', 4.5],
  ['spruce-700', 'spruce-100', 4.5],
  ['spruce-900', 'spruce-100', 4.5],
  ['ochre-700', 'paper', 4.5],
  ['ochre-700', 'cream', 4.5],
  ['ochre-700', 'ochre-100', 4.5],
  ['clay-700', 'paper', 4.5],
  ['clay-700', 'white', 4.5],
  ['clay-700', 'clay-100', 4.5],
  ['river-700', 'white', 4.5],
  ['river-700', 'river-100', 4.5],
];

test.each(pairs)('%s on %s can be read (%d : 1 or more)', (ink, ground, least) => {
  expect(contrast(ink, ground)).toBeGreaterThanOrEqual(least);
});
