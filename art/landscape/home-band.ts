import { palette } from '../palette.ts';
import { finish, linear, newSheet, radial, type Stop } from '../sheet.ts';
import { print, ridge } from './layers.ts';
import { mist, sky } from './sky.ts';

type Light = {
  /** Behind the words, on the left. */
  veil: string;
  /** Around the sun or the moon, from its edge outward. */
  glow: readonly [string, string, string, string, string];
  glowStrength: number;
  disc: string;
  /** How far right the sun or the moon is. */
  across: number;
  sky: readonly Stop[];
  /** Colour and foot of the five ridges, the farthest first. */
  ridges: readonly (readonly [string, string])[];
  /** Between the ridges. */
  mists: readonly (readonly [string, number])[];
};

const morning: Light = {
  veil: palette.paper,
  glow: ['#F6CF86', '#F6CF86', '#F6D596', '#F7E0B0', '#F7E6C4'],
  glowStrength: 1,
  disc: '#FFF9E8',
  across: 1790,
  sky: [
    [0, '#E3ECEA'],
    [0.4, '#F6F0DF'],
    [0.7, '#F7E6C4'],
    [1, '#F3EDE0'],
  ],
  ridges: [
    ['#C4D5D3', '#E5E9DF'],
    ['#A3BDB6', '#D9E2D6'],
    ['#7BA091', '#C3D3C4'],
    ['#4B7A66', '#9DB9A5'],
    ['#2B5844', '#3D6F56'],
  ],
  mists: [
    ['#FBF3E2', 0.85],
    ['#FAF3E4', 0.8],
    ['#F7F1E2', 0.8],
    ['#F3EFE0', 0.6],
  ],
};

const night: Light = {
  veil: palette.spruce900,
  glow: ['#F0E3BE', '#CBD3BE', '#8FA79A', '#5E7F73', '#3A5A50'],
  glowStrength: 0.5,
  disc: '#F6EFD8',
  // At the edge: light words on the moon could not be read, and a long name reaches far.
  across: 2220,
  sky: [
    [0, '#0D1A16'],
    [0.5, '#16302A'],
    [0.8, '#274A40'],
    [1, '#2C5145'],
  ],
  ridges: [
    ['#274A42', '#2F564B'],
    ['#203F37', '#2A4F44'],
    ['#1A352D', '#24463B'],
    ['#152C25', '#1D3B31'],
    ['#0F211B', '#14291F'],
  ],
  mists: [
    ['#4A7265', 0.4],
    ['#42695C', 0.35],
    ['#385C50', 0.3],
    ['#2E4F44', 0.25],
  ],
};

/** The home band: a clear early morning, everything pale on the left, where the words stand. */
export const homeBand = (): string => bandIn(morning);

/** The same place under the moon, for dark screens. */
export const homeBandAtNight = (): string => bandIn(night);

function bandIn({
  veil: veilColour,
  glow: glows,
  glowStrength,
  disc,
  across,
  sky: stops,
  ridges,
  mists,
}: Light): string {
  const sheet = newSheet(2400, 700);
  const veil = linear(sheet, [
    [0, veilColour, 0.82],
    [0.34, veilColour, 0.6],
    [0.62, veilColour, 0.08],
    [1, veilColour, 0],
  ]);
  const fades = [
    [0, 0.62],
    [0.18, 0.5],
    [0.42, 0.26],
    [0.7, 0.09],
    [1, 0],
  ] as const;
  const glow = radial(
    sheet,
    fades.map(([at, opacity], step): Stop => [at, glows[step] ?? disc, opacity * glowStrength]),
    [0.5, 0.5, 0.5],
  );
  const inLight = (place: number) => {
    const [colour, foot] = ridges[place] ?? [veilColour, veilColour];
    return { colour, foot };
  };
  const bank = (place: number, y: number, height: number) => {
    const [colour, opacity] = mists[place] ?? [veilColour, 0];
    return mist(sheet, y, height, colour, opacity);
  };
  return finish(
    sheet,
    [
      sky(sheet, stops),
      // A gradient and not a blurred disc: the band is wide, and a blur's last steps show in it as blocks.
      `<circle cx="${across}" cy="246" r="420" fill="${glow}"/>`,
      `<circle cx="${across}" cy="246" r="44" fill="${disc}" opacity="0.92"/>`,
      ridge(sheet, { name: 'home-1', base: 330, rise: 120, waves: 3, ...inLight(0) }),
      bank(0, 300, 150),
      ridge(sheet, { name: 'home-2', base: 400, rise: 130, waves: 3.6, ...inLight(1) }),
      bank(1, 390, 140),
      ridge(sheet, { name: 'home-3', base: 470, rise: 120, waves: 4.4, trees: 5, ...inLight(2) }),
      bank(2, 470, 130),
      ridge(sheet, { name: 'home-4', base: 560, rise: 110, waves: 3.2, trees: 11, ...inLight(3) }),
      bank(3, 560, 110),
      ridge(sheet, { name: 'home-5', base: 655, rise: 80, waves: 3.4, trees: 17, ...inLight(4) }),
      `<rect width="2400" height="700" fill="${veil}"/>`,
      print(sheet, 3),
    ].join(''),
  );
}
