import { darken, lighten, palette } from '../palette.ts';
import { blur, finish, linear, newSheet } from '../sheet.ts';
import { hedgerow } from './hedgerow.ts';
import { type Layer, print, ridge } from './layers.ts';
import type { Ridge } from './ridge.ts';
import { clouds, mist, sky, sun } from './sky.ts';

/** About, first: the barn on its rise on a summer evening. */
export function barn(): string {
  const sheet = newSheet(1600, 1067);
  const meadow: Layer = {
    name: 'barn-meadow',
    base: 790,
    rise: 46,
    waves: 1.3,
    colour: '#7E9A55',
    foot: '#A9B765',
  };
  const slope: Ridge = { ...meadow, x: 0, width: 1600, floor: 1067 };
  const red = '#8E3B26';
  const board = linear(sheet, [
    [0, lighten(red, 0.16)],
    [1, darken(red, 0.14)],
  ]);
  const boards = (x: number, y: number, width: number, height: number) =>
    Array.from(
      { length: Math.floor(width / 12) },
      (_, index) => `<path d="M${x + index * 12} ${y}v${height}"/>`,
    ).join('');
  const house = `<g transform="translate(930 560)"><ellipse cx="190" cy="246" rx="330" ry="26" fill="${palette.spruce900}" opacity="0.35" filter="${blur(sheet, 12)}"/><path d="M0 70L112 0L224 70V240H0Z" fill="${board}"/><path d="M224 70L112 0L330 -26L448 40V226L224 240Z" fill="${darken(red, 0.34)}"/><path d="M-16 80L112 -6L120 -10L236 72L224 80L112 8L-8 90Z" fill="#3E4A49"/><path d="M112 -6L332 -34L462 42L236 72Z" fill="${linear(
    sheet,
    [
      [0, '#8C9A9A'],
      [1, '#58676A'],
    ],
    [0, 0, 1, 1],
  )}"/><path d="M142 14L360 -16M172 36L394 2M204 56L428 22" stroke="#42504F" stroke-width="2.500" opacity="0.6"/><g stroke="${darken(red, 0.5)}" stroke-width="2" opacity="0.45">${boards(8, 78, 214, 160)}${boards(234, 74, 212, 156)}</g><rect x="66" y="126" width="92" height="114" fill="${darken(red, 0.55)}"/><path d="M66 126L158 240M158 126L66 240M66 126h92v114h-92Z" stroke="#E9DFC8" stroke-width="6" fill="none"/><rect x="92" y="52" width="40" height="38" fill="#F6D58A"/><path d="M92 52h40v38h-40ZM112 52v38M92 71h40" stroke="#E9DFC8" stroke-width="4" fill="none"/><rect x="276" y="116" width="36" height="42" fill="#2C2018"/><rect x="362" y="108" width="34" height="42" fill="#2C2018"/><path d="M-96 150Q-96 116 -64 116Q-32 116 -32 150V238H-96Z" fill="${linear(
    sheet,
    [
      [0, '#CFC7B3'],
      [0.4, '#EDE6D4'],
      [1, '#8E8775'],
    ],
  )}" transform="translate(10 -70) scale(1 1.3)"/><path d="M-88 82Q-54 36 -20 82Z" fill="#6E7C7D"/></g>`;
  const mown = Array.from({ length: 16 }, (_, index) => {
    const y = 846 + index * index * 1.35;
    return `<path d="M-20 ${y + 22}Q700 ${y - 46} 1620 ${y + 30}" stroke="#66823F" stroke-opacity="${0.22 + index * 0.012}" stroke-width="${3 + index * 0.9}" fill="none"/>`;
  }).join('');
  return finish(
    sheet,
    [
      sky(sheet, [
        [0, '#A9C6CF'],
        [0.3, '#DCE2D3'],
        [0.55, '#F8E2B4'],
        [0.75, '#F6CE8B'],
        [1, '#EBC382'],
      ]),
      clouds(
        sheet,
        [
          [300, 150, 420, 22],
          [620, 205, 360, 12],
          [1300, 120, 420, 18],
          [1180, 260, 380, 9],
          [200, 320, 300, 8],
        ],
        '#FFF3DA',
      ),
      sun(sheet, 420, 430, 38, '#FBC873', 0.6),
      ridge(sheet, { name: 'barn-1', base: 480, rise: 130, waves: 2, colour: '#A9BBB9', foot: '#E3D7B4' }),
      mist(sheet, 470, 130, '#F9E4BC', 0.6),
      ridge(sheet, {
        name: 'barn-2',
        base: 590,
        rise: 130,
        waves: 2.7,
        colour: '#6F9181',
        foot: '#B9BE92',
        trees: 6,
      }),
      mist(sheet, 600, 110, '#F4DDAE', 0.45),
      ridge(sheet, {
        name: 'barn-3',
        base: 690,
        rise: 80,
        waves: 2.4,
        colour: '#3F6B50',
        foot: '#7C9662',
        trees: 16,
      }),
      ridge(sheet, meadow),
      hedgerow(sheet, slope, -0.04, 0.44, 96, ['#4E7348', '#587C4B', '#436844']),
      hedgerow(sheet, slope, 0.86, 1.06, 150, ['#4E7348', '#456B46', '#5A7F4E']),
      house,
      mown,
      `<rect width="1600" height="1067" fill="${linear(
        sheet,
        [
          [0, '#FFD98A', 0.2],
          [0.5, '#FFD98A', 0],
          [1, palette.spruce900, 0.14],
        ],
        [0, 0, 1, 1],
      )}"/>`,
      print(sheet, 5),
    ].join(''),
  );
}
