import { darken, mix } from '../palette.ts';
import { noiseFrom, randomFrom } from '../random.ts';
import type { Sheet } from '../sheet.ts';
import { type Ridge, ridgeHeight } from './ridge.ts';

/** A line of trees at the edge of a field: crowns that close into one another, three rows deep. */
export function hedgerow(
  sheet: Sheet,
  along: Ridge,
  from: number,
  to: number,
  size: number,
  colours: readonly [string, ...string[]],
): string {
  const random = randomFrom(`${along.name}/hedgerow/${from}`);
  const height = ridgeHeight(along);
  const rise = noiseFrom(`${along.name}/crowns/${from}`, 3);
  const step = size * 0.16;
  const row = (depth: number) => {
    const crowns: string[] = [];
    for (let x = from * sheet.width; x < to * sheet.width; x += step) {
      const share = x / sheet.width;
      const ends = Math.min(1, (share - from) * 14 + 0.35, (to - share) * 14 + 0.35);
      const tall = size * (0.62 + rise(share * 22 + depth * 5) * 0.42) * ends * (1 - depth * 0.24);
      const colour = darken(random.pick(colours), 0.34 - depth * 0.14);
      const px = x + random.between(-step, step);
      const top = height(share) + depth * 3 - tall;
      for (let lobe = 0; lobe < 3; lobe += 1) {
        const r = tall * random.between(0.14, 0.26);
        const y = top + r + lobe * tall * 0.27;
        crowns.push(
          `<circle cx="${(px + random.between(-r, r)).toFixed(1)}" cy="${y.toFixed(1)}" r="${(r + lobe * tall * 0.05).toFixed(1)}" fill="${mix(colour, darken(colour, 0.4), lobe * 0.35)}"/>`,
        );
      }
    }
    return crowns.join('');
  };
  return row(0) + row(1) + row(2);
}
