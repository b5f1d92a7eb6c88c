import { darken, lighten, mix } from '../palette.ts';
import type { Random } from '../random.ts';
import { radial, type Sheet } from '../sheet.ts';

type Area = { x: number; y: number; width: number; height: number };

/** Trimmed flower, as it lies in a jar: rounded pieces, each made of many small scales. */
export function flowerHeap(sheet: Sheet, area: Area, hue: string, random: Random, piece = 74): string {
  const shades = [0, 1, 2, 3].map((step) => {
    const colour = mix(darken(hue, 0.32 - step * 0.08), '#8A9A4A', step * 0.09);
    return radial(
      sheet,
      [
        [0, lighten(colour, 0.3)],
        [0.55, colour],
        [1, darken(colour, 0.5)],
      ],
      [0.34, 0.28, 0.8],
    );
  });
  const parts = [
    `<rect x="${area.x}" y="${area.y + piece * 0.85}" width="${area.width}" height="${area.height}" fill="${darken(hue, 0.7)}"/>`,
  ];
  const rows = Math.ceil(area.height / (piece * 0.8));
  for (let row = rows; row >= 0; row -= 1) {
    const columns = Math.ceil(area.width / (piece * 0.9));
    for (let column = 0; column <= columns; column += 1) {
      const cx = area.x + (column + (row % 2) * 0.5) * piece * 0.9 + random.between(-14, 14);
      const cy = area.y + area.height - row * piece * 0.8 + random.between(-14, 14);
      if (cy < area.y + piece * 0.45) continue;
      const scales = Array.from({ length: 26 }, (_, index) => {
        const turn = index * 2.4;
        const reach = Math.sqrt(1 - index / 26) * piece * 0.5;
        const size = random.between(0.15, 0.25) * piece;
        const px = cx + Math.cos(turn) * reach;
        const py = cy + Math.sin(turn) * reach * 0.92;
        const shade = shades[Math.floor(random.next() * shades.length)] ?? '';
        return `<ellipse cx="${px.toFixed(1)}" cy="${py.toFixed(1)}" rx="${size.toFixed(1)}" ry="${(size * 0.74).toFixed(1)}" transform="rotate(${((turn * 180) / Math.PI + 90).toFixed(0)} ${px.toFixed(1)} ${py.toFixed(1)})" fill="${shade}"/>`;
      });
      const hairs = Array.from({ length: 7 }, () => {
        const hx = cx + random.between(-0.4, 0.4) * piece;
        const hy = cy + random.between(-0.4, 0.4) * piece;
        return `<path d="M${hx.toFixed(1)} ${hy.toFixed(1)}q${random.between(-8, 8).toFixed(1)} ${random.between(-9, 0).toFixed(1)} ${random.between(-14, 14).toFixed(1)} ${random.between(-12, 2).toFixed(1)}"/>`;
      });
      parts.push(
        scales.join(''),
        `<g fill="none" stroke="#B9803A" stroke-width="2.4" stroke-linecap="round" opacity="0.75">${hairs.join('')}</g>`,
      );
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
