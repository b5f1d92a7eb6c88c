import { darken, lighten, mix } from '../palette.ts';
import type { Random } from '../random.ts';
import { down, linear, radial, type Sheet } from '../sheet.ts';

type Area = { x: number; y: number; width: number; height: number };

/** A pointed leaf of a bud, from its root at 0, 0 upwards. */
const bract = (length: number, width: number) =>
  `M0 0C${width} ${-length * 0.1} ${width * 1.1} ${-length * 0.8} 0 ${-length}C${-width * 1.1} ${-length * 0.8} ${-width} ${-length * 0.1} 0 0Z`;

/** The rings of a bud, outermost first: how many bracts, how far out, how long; all in shares of its size. */
const rings = [
  [19, 0.37, 0.19],
  [17, 0.29, 0.2],
  [14, 0.21, 0.2],
  [10, 0.12, 0.19],
  [6, 0.04, 0.17],
] as const;

/** One trimmed bud, longer than wide, lit from the upper left, with amber hairs and a little frost. */
function bud(cx: number, cy: number, size: number, hue: string, random: Random): string {
  const lean = random.between(-70, 70);
  const colour = mix(
    darken(hue, random.between(0, 0.2)),
    random.pick(['#93A24C', '#6F7F46', '#86934F']),
    0.42,
  );
  const parts = [
    `<ellipse rx="${(size * 0.4).toFixed(1)}" ry="${(size * 0.52).toFixed(1)}" fill="${darken(colour, 0.72)}"/>`,
  ];
  rings.forEach(([count, reach, length], ring) => {
    for (let index = 0; index < count; index += 1) {
      const turn = ((index + random.between(-0.28, 0.28)) / count) * 2 * Math.PI + ring * 0.5;
      const [x, y] = [Math.sin(turn) * reach * size * 0.86, -Math.cos(turn) * reach * size * 1.16];
      const light = -Math.sin(turn + (lean * Math.PI) / 180) * 0.7 + Math.cos(turn + (lean * Math.PI) / 180);
      const tone = ring * 0.06 + light * 0.09 - 0.15 + random.between(-0.05, 0.05);
      const fill = tone > 0 ? lighten(colour, tone) : darken(colour, -tone * 1.6);
      const [long, wide] = [length * size * random.between(0.9, 1.12), size * random.between(0.078, 0.105)];
      parts.push(
        `<path transform="translate(${x.toFixed(1)} ${y.toFixed(1)}) rotate(${((turn * 180) / Math.PI).toFixed(0)})" d="${bract(long, wide).replaceAll(/\d+\.\d+/g, (n) => Number(n).toFixed(1))}" fill="${fill}" stroke="${darken(colour, 0.6)}" stroke-opacity="0.5" stroke-width="1.2"/>`,
      );
    }
  });
  const about = (share: number) => (random.between(-share, share) * size).toFixed(1);
  const hairs = Array.from(
    { length: 11 },
    () => `M${about(0.36)} ${about(0.44)}q${about(0.1)} ${about(0.1)} ${about(0.16)} ${about(0.16)}`,
  ).join('');
  const frost = Array.from({ length: 46 }, () => `M${about(0.42)} ${about(0.5)}h0`).join('');
  parts.push(
    `<path d="${hairs}" fill="none" stroke="${random.pick(['#C9843D', '#B8702F', '#D79A55'])}" stroke-width="2.2" stroke-linecap="round" opacity="0.85"/><path d="${frost}" stroke="#F4F7E4" stroke-width="2.4" stroke-linecap="round" opacity="0.4"/>`,
  );
  return `<g transform="translate(${cx.toFixed(1)} ${cy.toFixed(1)})"><ellipse cx="7" cy="12" rx="${(size * 0.46).toFixed(1)}" ry="${(size * 0.5).toFixed(1)}" fill="${darken(hue, 0.85)}" opacity="0.45"/><g transform="rotate(${lean.toFixed(0)})">${parts.join('')}</g></g>`;
}

/** Trimmed flower as it lies in a jar: whole buds, the lower ones before the upper, dark where one looks between them. */
export function flowerHeap(sheet: Sheet, area: Area, hue: string, random: Random, piece = 96): string {
  const [row, column] = [piece * 0.64, piece * 0.8];
  const columns = Math.ceil(area.width / column);
  const first = area.y + piece * 0.92;
  const deep = linear(
    sheet,
    [
      [0, darken(hue, 0.55)],
      [1, darken(hue, 0.8)],
    ],
    down,
  );
  const parts = [
    `<rect x="${area.x}" y="${(first + row * 0.6).toFixed(1)}" width="${area.width}" height="${area.height}" fill="${deep}"/>`,
  ];
  for (let depth = 0; first + depth * row < area.y + area.height + row; depth += 1) {
    // A heap has no straight edge: its topmost buds lie higher and lower.
    const loose = depth === 0 ? 0.22 : 0.1;
    for (let across = 0; across <= columns; across += 1) {
      const x = area.x + (across + (depth % 2) * 0.5) * column + random.between(-0.12, 0.12) * piece;
      const y = first + depth * row + random.between(-loose, loose) * piece;
      // At both sides the heap turns away from the light.
      const aside = Math.min(1, Math.abs((x - area.x) / area.width - 0.5) * 2);
      parts.push(bud(x, y, piece * random.between(0.92, 1.16), darken(hue, aside ** 3 * 0.5), random));
    }
  }
  return parts.join('');
}

/** A still, thick filling (rosin, honey, wax, balm) with a lit surface. */
export function filling(sheet: Sheet, colour: string): string {
  return radial(
    sheet,
    [
      [0, lighten(colour, 0.35)],
      [0.6, colour],
      [1, darken(colour, 0.35)],
    ],
    [0.32, 0.2, 0.95],
  );
}
