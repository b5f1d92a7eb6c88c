import type { DemoStrainType } from '#seed/catalogue/product.ts';

/** The shop's colours, the same values as its style sheet. */
export const palette = {
  paper: '#FBF8F1',
  cream: '#F3EDE0',
  ink: '#1E2A24',
  inkSoft: '#55615A',
  spruce900: '#14261E',
  spruce700: '#24503B',
  spruce500: '#3D6F56',
  spruce100: '#DDE9E1',
  ochre700: '#80530D',
  ochre400: '#D39A34',
  ochre100: '#F7E8C8',
  clay700: '#9C3B22',
  clay100: '#F6DDD3',
  river700: '#2B5868',
  river100: '#D9E8EC',
} as const;

type Rgb = [number, number, number];

const toRgb = (hex: string): Rgb => {
  const value = Number.parseInt(hex.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
};

/** The colour `share` of the way from one hex colour to another. */
export function mix(from: string, to: string, share: number): string {
  const a = toRgb(from);
  const b = toRgb(to);
  const channel = (index: 0 | 1 | 2) =>
    Math.round(a[index] + (b[index] - a[index]) * share)
      .toString(16)
      .padStart(2, '0');
  return `#${channel(0)}${channel(1)}${channel(2)}`;
}

export const lighten = (hex: string, share: number): string => mix(hex, '#FFFFFF', share);
export const darken = (hex: string, share: number): string => mix(hex, palette.spruce900, share);

/** What a strain family looks like: the band on its label, the ink on it, the wall it is photographed on. */
export type Tint = { band: string; deep: string; wall: string; floor: string };

export const tints: Record<DemoStrainType | 'none', Tint> = {
  indica: { band: palette.spruce700, deep: palette.spruce900, wall: '#CFDDD2', floor: '#DFE8DF' },
  sativa: { band: palette.ochre400, deep: palette.ochre700, wall: '#EBD9AE', floor: '#F3E7C9' },
  hybrid: { band: palette.river700, deep: '#1B3B47', wall: '#C9DBDF', floor: '#DCE7E8' },
  balanced: { band: palette.clay700, deep: '#6A2614', wall: '#EBCFC1', floor: '#F2DFD4' },
  none: { band: palette.ink, deep: palette.spruce900, wall: '#E6DECB', floor: '#F0EADB' },
};
