import { palette } from '../palette.ts';
import { randomFrom } from '../random.ts';
import { clip, finish, linear, newSheet } from '../sheet.ts';
import { hedgerow } from './hedgerow.ts';
import { print, ridge } from './layers.ts';
import { type Ridge, ridgePath } from './ridge.ts';
import { clouds, mist, sky } from './sky.ts';

/** About, third: the rows after the harvest, October, low light from the left. */
export function autumnRows(): string {
  const sheet = newSheet(1600, 1067);
  const [vx, vy] = [980, 560];
  const rows = Array.from({ length: 23 }, (_, index) => {
    const foot = -1500 + index * 210;
    const wide = 112;
    return `<path d="M${vx + (index - 11) * 12} ${vy + 62}L${foot} 1100H${foot + wide}L${vx + (index - 11) * 12 + 6} ${vy + 62}Z" fill="${index % 2 ? '#8B6B3A' : '#7A5C33'}"/><path d="M${vx + (index - 11) * 12} ${vy + 62}L${foot} 1100h26L${vx + (index - 11) * 12 + 2} ${vy + 62}Z" fill="#D9B871" opacity="0.55"/>`;
  }).join('');
  const stubble = Array.from({ length: 420 }, (_, index) => {
    const random = randomFrom(`stubble-${index}`);
    const row = Math.floor(random.between(0, 23));
    const depth = random.next() ** 1.8;
    const y = vy + 90 + depth * 420;
    const share = (y - vy - 62) / (1100 - vy - 62);
    const x = vx + (row - 11) * 12 + (-1500 + row * 210 + 66 - vx - (row - 11) * 12) * share;
    const tall = 5 + share * 34;
    return `<path d="M${x.toFixed(0)} ${y.toFixed(0)}l${random.between(-5, 5).toFixed(1)} ${(-tall).toFixed(1)}" stroke="${random.pick(['#C9A45C', '#A98443', '#8A9A55', '#DDBE7C'] as const)}" stroke-width="${(1 + share * 3.4).toFixed(1)}"/>`;
  }).join('');
  const hedge: Ridge = {
    name: 'rows-field',
    x: 0,
    width: 1600,
    base: 622,
    rise: 18,
    waves: 1.4,
    floor: 1067,
  };
  return finish(
    sheet,
    [
      sky(sheet, [
        [0, '#8FB0BE'],
        [0.35, '#C9D6D0'],
        [0.6, '#F3DDB2'],
        [1, '#EFCB93'],
      ]),
      clouds(
        sheet,
        [
          [360, 110, 520, 30],
          [860, 190, 420, 18],
          [1340, 120, 380, 22],
          [1160, 260, 360, 10],
          [180, 280, 300, 9],
        ],
        '#F7EFE0',
      ),
      ridge(sheet, { name: 'rows-1', base: 370, rise: 120, waves: 2.1, colour: '#9FB0B4', foot: '#DCCFB2' }),
      mist(sheet, 370, 120, '#F4E3C3', 0.6),
      ridge(sheet, {
        name: 'rows-2',
        base: 450,
        rise: 130,
        waves: 2.6,
        colour: '#A9825A',
        foot: '#D8B27C',
        trees: 8,
      }),
      ridge(sheet, {
        name: 'rows-3',
        base: 530,
        rise: 90,
        waves: 2.2,
        colour: '#8A4F2C',
        foot: '#B9803F',
        trees: 15,
      }),
      mist(sheet, 540, 90, '#F0D6A4', 0.5),
      ridge(sheet, {
        name: 'rows-field',
        base: 622,
        rise: 18,
        waves: 1.4,
        colour: '#A88B4E',
        foot: '#8B6B3A',
      }),
      `<g clip-path="${clip(sheet, `<path d="${ridgePath({ ...hedge, base: 630 })}"/>`)}">${rows}${stubble}</g>`,
      hedgerow(sheet, hedge, -0.04, 0.36, 110, ['#A8673A', '#B5803F', '#8C5535', '#84764A']),
      hedgerow(sheet, hedge, 0.7, 1.06, 84, ['#B5803F', '#A8673A', '#84764A', '#95603A']),
      `<rect width="1600" height="1067" fill="${linear(
        sheet,
        [
          [0, '#FFE2A6', 0.26],
          [0.5, '#FFE2A6', 0],
          [1, palette.spruce900, 0.24],
        ],
        [0, 0, 1, 1],
      )}"/>`,
      print(sheet, 13),
    ].join(''),
  );
}
