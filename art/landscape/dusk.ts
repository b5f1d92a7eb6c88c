import { palette } from '../palette.ts';
import { finish, newSheet } from '../sheet.ts';
import { print, ridge } from './layers.ts';
import { mist, sky } from './sky.ts';

/** Behind the age gate: night falling, dark enough for a light card to stand on it. */
export function dusk(): string {
  const sheet = newSheet(1600, 1000);
  return finish(
    sheet,
    [
      sky(sheet, [
        [0, '#1B3430'],
        [0.45, '#3F6159'],
        [0.66, '#A99B6E'],
        [1, '#D0A45A'],
      ]),
      ridge(sheet, { name: 'dusk-1', base: 590, rise: 130, waves: 2.3, colour: '#4F6F66', foot: '#8B8B66' }),
      mist(sheet, 590, 110, '#C6A768', 0.35),
      ridge(sheet, { name: 'dusk-2', base: 680, rise: 120, waves: 2.8, colour: '#34564B', foot: '#5B6F55' }),
      mist(sheet, 690, 100, '#A9986A', 0.25),
      ridge(sheet, {
        name: 'dusk-3',
        base: 780,
        rise: 90,
        waves: 3,
        colour: '#21433A',
        foot: '#35574A',
        trees: 10,
      }),
      ridge(sheet, {
        name: 'dusk-4',
        base: 890,
        rise: 70,
        waves: 2.6,
        colour: palette.spruce900,
        foot: '#1B3328',
        trees: 20,
      }),
      print(sheet, 21),
    ].join(''),
  );
}
