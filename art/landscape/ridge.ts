import { noiseFrom } from '../random.ts';

export type Ridge = {
  /** Names the noise: the same name draws the same ridge. */
  name: string;
  x: number;
  width: number;
  /** Height of the ridge's middle line. */
  base: number;
  /** How far its summits rise and its gaps fall from there. */
  rise: number;
  /** Large waves across the width; the Catskills are long and blunt. */
  waves: number;
  floor: number;
  /** Small trees along the line, as a height; 0 for far ridges. */
  trees?: number;
  step?: number;
};

/** Height of the land at a share of the width, in picture units. */
export function ridgeHeight({ name, base, rise, waves }: Ridge): (share: number) => number {
  const broad = noiseFrom(`${name}/broad`, 3);
  const rough = noiseFrom(`${name}/rough`, 3);
  return (share) => {
    const long = broad(share * waves);
    const rounded = Math.sign(long) * Math.abs(long) ** 0.8;
    return base - rise * (rounded + rough(share * waves * 7) * 0.07);
  };
}

/** The land under one ridge line, as a closed path. */
export function ridgePath(ridge: Ridge): string {
  const { name, x, width, floor, trees = 0, step = Math.max(3, width / 320) } = ridge;
  const height = ridgeHeight(ridge);
  const jag = noiseFrom(`${name}/trees`, 2);
  const points: string[] = [];
  for (let along = 0; along <= width + step; along += step) {
    const share = along / width;
    const crown = trees === 0 ? 0 : Math.abs(jag(share * (width / (trees * 1.5)))) * trees;
    points.push(`${(x + along).toFixed(1)} ${(height(share) - crown).toFixed(1)}`);
  }
  return `M${x} ${floor}L${points.join('L')}L${x + width + step} ${floor}Z`;
}
