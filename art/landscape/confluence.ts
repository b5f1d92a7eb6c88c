import { palette } from '../palette.ts';
import { randomFrom } from '../random.ts';
import { blur, clip, down, finish, linear, newSheet } from '../sheet.ts';
import { hedgerow } from './hedgerow.ts';
import { print, ridge } from './layers.ts';
import type { Ridge } from './ridge.ts';
import { river } from './river-course.ts';
import { clouds, mist, sky } from './sky.ts';

/** About, second: where the two branches meet, a cool spring morning. */
export function confluence(): string {
  const sheet = newSheet(1600, 1067);
  const water = linear(
    sheet,
    [
      [0, '#E9EFEA'],
      [0.3, '#B4CCD0'],
      [1, '#5E8894'],
    ],
    down,
  );
  const below = [
    [812, 872],
    [700, 926],
    [660, 985],
    [820, 1060],
    [1010, 1160],
  ] as const;
  const branches = [
    [
      [470, 658],
      [600, 668],
      [560, 684],
      [420, 702],
      [440, 726],
      [620, 752],
      [740, 790],
      [800, 830],
      ...below,
    ],
    [
      [1190, 660],
      [1060, 672],
      [1110, 690],
      [1240, 712],
      [1160, 740],
      [980, 764],
      [880, 798],
      [826, 836],
      ...below,
    ],
  ] as const;
  const wet = (breadth: number) =>
    branches.map((points) => `<path d="${river(points, 640, breadth)}"/>`).join('');
  const main = wet(104);
  const lights = Array.from({ length: 44 }, (_, index) => {
    const random = randomFrom(`ripple-${index}`);
    const y = random.between(860, 1060);
    const x = 780 + random.between(-1, 1) * (y - 740) * 0.9;
    return `<path d="M${x.toFixed(0)} ${y.toFixed(0)}h${random.between(30, 120).toFixed(0)}" stroke-width="${random.between(1.5, 4).toFixed(1)}"/>`;
  }).join('');
  const bank: Ridge = { name: 'river-bank', x: 0, width: 1600, base: 650, rise: 26, waves: 2, floor: 1067 };
  const reeds = Array.from({ length: 520 }, (_, index) => {
    const random = randomFrom(`reed-${index}`);
    const y = 700 + random.next() ** 0.7 * 380;
    const x = random.between(0, 1600);
    const tall = 4 + ((y - 680) / 400) * 22;
    return `<path d="M${x.toFixed(0)} ${y.toFixed(0)}q${random.between(-3, 3).toFixed(1)} ${(-tall * 0.6).toFixed(1)} ${random.between(-6, 6).toFixed(1)} ${(-tall).toFixed(1)}" stroke="${random.pick(['#B9CC92', '#6E8F52', '#A4BD7C', '#5F8049'] as const)}" stroke-width="${(1 + (y - 680) / 260).toFixed(1)}" fill="none" opacity="0.7"/>`;
  }).join('');
  const rocks = [
    [586, 1000, 34],
    [632, 1030, 22],
    [960, 1012, 30],
    [1006, 1042, 44],
    [556, 1046, 40],
    [930, 950, 15],
    [668, 950, 14],
  ]
    .map(
      ([x = 0, y = 0, r = 0]) =>
        `<ellipse cx="${x + 8}" cy="${y + r * 0.2}" rx="${r * 1.1}" ry="${r * 0.35}" fill="${palette.spruce900}" opacity="0.3" filter="${blur(sheet, 6)}"/><path d="M${x - r} ${y}C${x - r} ${y - r * 0.7} ${x - r * 0.2} ${y - r * 0.8} ${x + r * 0.2} ${y - r * 0.7}S${x + r} ${y - r * 0.3} ${x + r} ${y}Z" fill="${linear(
          sheet,
          [
            [0, '#B9BDB2'],
            [1, '#6C7772'],
          ],
          [0, 0, 1, 1],
        )}"/>`,
    )
    .join('');
  return finish(
    sheet,
    [
      sky(sheet, [
        [0, '#C8DBE0'],
        [0.4, '#E4ECE6'],
        [0.65, '#F3F0E0'],
        [1, '#EEF0E2'],
      ]),
      clouds(
        sheet,
        [
          [1180, 150, 460, 26],
          [820, 220, 380, 14],
          [240, 250, 380, 16],
          [1420, 290, 300, 9],
        ],
        '#FFFFFF',
      ),
      ridge(sheet, { name: 'river-1', base: 400, rise: 150, waves: 1.9, colour: '#AFC7CA', foot: '#DDE7E0' }),
      mist(sheet, 400, 150, '#F4F6EE', 0.8),
      ridge(sheet, { name: 'river-2', base: 500, rise: 150, waves: 2.4, colour: '#7FA3A0', foot: '#C2D4C8' }),
      mist(sheet, 500, 130, '#F2F5EC', 0.75),
      ridge(sheet, {
        name: 'river-3',
        base: 580,
        rise: 90,
        waves: 3,
        colour: '#547F70',
        foot: '#A5BF9C',
        trees: 12,
      }),
      mist(sheet, 585, 90, '#F1F4E8', 0.7),
      ridge(sheet, { name: 'river-bank', base: 650, rise: 26, waves: 2, colour: '#A9C08A', foot: '#8FAE6E' }),
      ridge(sheet, {
        name: 'river-meadow-1',
        base: 742,
        rise: 14,
        waves: 1.6,
        colour: '#98B578',
        foot: '#84A463',
      }),
      ridge(sheet, {
        name: 'river-meadow-2',
        base: 868,
        rise: 22,
        waves: 1.3,
        colour: '#86A765',
        foot: '#6B8C50',
      }),
      reeds,
      hedgerow(sheet, bank, -0.04, 0.3, 84, ['#6C9259', '#7C9F62', '#5F8656']),
      hedgerow(sheet, bank, 0.46, 0.72, 52, ['#7C9F62', '#8BAA6C', '#6C9259']),
      hedgerow(sheet, bank, 0.8, 1.06, 96, ['#6C9259', '#5F8656', '#7C9F62']),
      `<g fill="#5E7A48" opacity="0.5" filter="${blur(sheet, 5)}">${wet(150)}</g><g fill="#C9C3A2">${wet(122)}</g><g fill="#7E8F68">${wet(110)}</g><g clip-path="${clip(sheet, main)}"><rect y="600" width="1600" height="480" fill="${water}"/></g>`,
      `<g clip-path="${clip(sheet, main)}" stroke="#F3F8F5" stroke-opacity="0.5" stroke-linecap="round">${lights}</g>`,
      rocks,
      mist(sheet, 640, 130, '#F6F8F0', 0.5),
      `<rect width="1600" height="1067" fill="${linear(
        sheet,
        [
          [0, '#FFFFFF', 0.2],
          [0.6, '#FFFFFF', 0],
          [1, palette.river700, 0.16],
        ],
        [0, 0, 1, 1],
      )}"/>`,
      print(sheet, 8),
    ].join(''),
  );
}
