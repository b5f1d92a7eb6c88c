import { palette } from '../palette.ts';
import { finish, linear, newSheet, radial } from '../sheet.ts';
import { print, ridge } from './layers.ts';
import { mist, sky } from './sky.ts';

/** The home band: a clear early morning, everything pale on the left, where the words stand. */
export function homeBand(): string {
  const sheet = newSheet(2400, 700);
  const veil = linear(sheet, [
    [0, palette.paper, 0.82],
    [0.34, palette.paper, 0.6],
    [0.62, palette.paper, 0.08],
    [1, palette.paper, 0],
  ]);
  const glow = radial(
    sheet,
    [
      [0, '#F6CF86', 0.62],
      [0.18, '#F6CF86', 0.5],
      [0.42, '#F6D596', 0.26],
      [0.7, '#F7E0B0', 0.09],
      [1, '#F7E6C4', 0],
    ],
    [0.5, 0.5, 0.5],
  );
  return finish(
    sheet,
    [
      sky(sheet, [
        [0, '#E3ECEA'],
        [0.4, '#F6F0DF'],
        [0.7, '#F7E6C4'],
        [1, '#F3EDE0'],
      ]),
      // A gradient and not a blurred disc: the band is wide, and a blur's last steps show in it as blocks.
      `<circle cx="1790" cy="246" r="420" fill="${glow}"/>`,
      '<circle cx="1790" cy="246" r="44" fill="#FFF9E8" opacity="0.92"/>',
      ridge(sheet, { name: 'home-1', base: 330, rise: 120, waves: 3, colour: '#C4D5D3', foot: '#E5E9DF' }),
      mist(sheet, 300, 150, '#FBF3E2', 0.85),
      ridge(sheet, { name: 'home-2', base: 400, rise: 130, waves: 3.6, colour: '#A3BDB6', foot: '#D9E2D6' }),
      mist(sheet, 390, 140, '#FAF3E4', 0.8),
      ridge(sheet, {
        name: 'home-3',
        base: 470,
        rise: 120,
        waves: 4.4,
        colour: '#7BA091',
        foot: '#C3D3C4',
        trees: 5,
      }),
      mist(sheet, 470, 130, '#F7F1E2', 0.8),
      ridge(sheet, {
        name: 'home-4',
        base: 560,
        rise: 110,
        waves: 3.2,
        colour: '#4B7A66',
        foot: '#9DB9A5',
        trees: 11,
      }),
      mist(sheet, 560, 110, '#F3EFE0', 0.6),
      ridge(sheet, {
        name: 'home-5',
        base: 655,
        rise: 80,
        waves: 3.4,
        colour: '#2B5844',
        foot: '#3D6F56',
        trees: 17,
      }),
      `<rect width="2400" height="700" fill="${veil}"/>`,
      print(sheet, 3),
    ].join(''),
  );
}
