import { darken, lighten, mix, palette, type Tint } from './palette.ts';
import type { Random } from './random.ts';
import { blur, down, linear, radial, type Sheet } from './sheet.ts';

/** Where the things stand: the room of a picture, lit from the upper left. */
export type Setting = 'sweep' | 'table' | 'disc' | 'window' | 'plinth';

/** Wall and floor of a still life. `floorLine` is where they meet. */
export function ground(sheet: Sheet, tint: Tint, setting: Setting, random: Random, floorLine = 1010): string {
  const { width, height } = sheet;
  const shift = random.between(-0.05, 0.08);
  const wall = shift > 0 ? mix(tint.wall, palette.paper, shift * 3) : darken(tint.wall, -shift);
  const floor = lighten(tint.floor, random.between(0, 0.2));
  const parts = [
    `<rect width="${width}" height="${height}" fill="${linear(
      sheet,
      [
        [0, darken(wall, 0.06)],
        [0.5, wall],
        [0.66, mix(wall, floor, 0.35)],
        [0.8, floor],
        [1, darken(floor, 0.05)],
      ],
      down,
    )}"/>`,
  ];
  if (setting === 'table') {
    parts.push(
      `<rect y="${floorLine}" width="${width}" height="${height - floorLine}" fill="${linear(
        sheet,
        [
          [0, mix(floor, palette.cream, 0.5)],
          [0.1, lighten(floor, 0.25)],
          [1, darken(floor, 0.07)],
        ],
        down,
      )}"/>`,
      `<rect y="${floorLine - 26}" width="${width}" height="30" fill="${darken(wall, 0.4)}" opacity="0.16" filter="${blur(sheet, 9)}"/>`,
    );
  }
  if (setting === 'disc') {
    parts.push(
      `<circle cx="${600 + random.between(-40, 40)}" cy="690" r="${random.between(430, 480)}" fill="${linear(
        sheet,
        [
          [0, lighten(wall, 0.34)],
          [1, mix(wall, lighten(tint.band, 0.6), 0.22)],
        ],
        [0, 0, 0.7, 1],
      )}"/>`,
      `<rect y="${floorLine + 40}" width="${width}" height="${height}" fill="${linear(
        sheet,
        [
          [0, floor, 0],
          [0.14, floor],
          [0.3, darken(floor, 0.03)],
          [0.5, darken(floor, 0.05)],
        ],
        down,
      )}"/>`,
    );
  }
  if (setting === 'window') {
    const lean = random.between(0.36, 0.46);
    const panes = [0, 1]
      .flatMap((column) => [0, 1, 2].map((row) => ({ x: 90 + column * 330, y: -60 + row * 340 })))
      .map(({ x, y }) => `<rect x="${x}" y="${y}" width="300" height="312"/>`)
      .join('');
    parts.push(
      `<g transform="translate(150 60) skewY(${lean * 50}) skewX(-8)" fill="#FFFDF4" opacity="0.34" filter="${blur(sheet, 13)}">${panes}</g>`,
    );
  }
  parts.push(
    `<rect width="${width}" height="${height}" fill="${radial(
      sheet,
      [
        [0, '#FFFEF8', 0.5],
        [0.55, '#FFFEF8', 0.08],
        [1, palette.ink, 0.12],
      ],
      [0.24, 0.2, 1.05],
    )}"/>`,
  );
  return parts.join('');
}

/** The shadow of something that stands: tight where it touches, long and soft away from the light. */
export function standingShadow(sheet: Sheet, cx: number, base: number, rx: number, reach = 1): string {
  const ry = rx * 0.13;
  const ink = palette.spruce900;
  const soft = blur(sheet, 30);
  return [
    `<ellipse cx="${cx + rx * 0.75 * reach}" cy="${base - ry - 4}" rx="${rx * (1 + 0.55 * reach)}" ry="${Math.max(26, rx * 0.2)}" fill="${ink}" opacity="0.2" filter="${soft}"/>`,
    `<ellipse cx="${cx + rx * 0.2}" cy="${base - ry * 0.9}" rx="${rx * 1.06}" ry="${Math.max(14, ry * 1.1)}" fill="${ink}" opacity="0.34" filter="${blur(sheet, 13)}"/>`,
    `<ellipse cx="${cx + 3}" cy="${base - ry + 5}" rx="${rx * 0.97}" ry="${Math.max(7, ry)}" fill="${ink}" opacity="0.55" filter="${blur(sheet, 4)}"/>`,
  ].join('');
}

/** The shadow of something that lies flat, seen from above: a copy of its shape, thrown to the lower right. */
export function lyingShadow(sheet: Sheet, shape: string, height = 1): string {
  return `<g fill="${palette.spruce900}"><g transform="translate(${26 * height} ${34 * height})" opacity="0.2" filter="${blur(sheet, 24 * height)}">${shape}</g><g transform="translate(${8 * height} ${10 * height})" opacity="0.34" filter="${blur(sheet, 8 * height)}">${shape}</g></g>`;
}

/** River stones as company: smooth, flat, grey to blue. */
export function stones(sheet: Sheet, places: readonly [number, number, number][], random: Random): string {
  return places
    .map(([x, y, size]) => {
      const colour = random.pick(['#8E9793', '#A9A79A', '#76858A', '#B7AE9C'] as const);
      const height = size * random.between(0.42, 0.56);
      const lean = random.between(-0.12, 0.12) * size;
      const shape = `<path d="M${x - size} ${y - height * 0.35}C${x - size} ${y - height * 1.1} ${x - size * 0.4 + lean} ${y - height * 1.5} ${x + size * 0.1 + lean} ${y - height * 1.45}C${x + size * 0.7} ${y - height * 1.4} ${x + size} ${y - height * 0.9} ${x + size} ${y - height * 0.35}C${x + size} ${y + height * 0.2} ${x - size} ${y + height * 0.25} ${x - size} ${y - height * 0.35}Z" `;
      return `${standingShadow(sheet, x, y, size, 0.7)}${shape}fill="${radial(
        sheet,
        [
          [0, lighten(colour, 0.45)],
          [0.5, colour],
          [1, darken(colour, 0.5)],
        ],
        [0.3, 0.2, 0.95],
      )}"/>`;
    })
    .join('');
}
