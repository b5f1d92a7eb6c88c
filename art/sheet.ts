/** A drawing in progress: its definitions (gradients, filters, clips), addressed by generated ids. */
export type Sheet = { width: number; height: number; defs: string[]; count: number };

export const newSheet = (width: number, height: number): Sheet => ({ width, height, defs: [], count: 0 });

const define = (sheet: Sheet, make: (id: string) => string): string => {
  sheet.count += 1;
  const id = `d${sheet.count}`;
  sheet.defs.push(make(id));
  return id;
};

/** Offset (0–1), colour and, where not 1, opacity. */
export type Stop = readonly [number, string, number?];

const stopsOf = (stops: readonly Stop[]) =>
  stops
    .map(
      ([offset, colour, opacity]) =>
        `<stop offset="${offset}" stop-color="${colour}"${opacity === undefined ? '' : ` stop-opacity="${opacity}"`}/>`,
    )
    .join('');

/** Where a linear gradient starts and ends, in shares of the shape's box: x1, y1, x2, y2. */
export type Direction = readonly [number, number, number, number];

/** A linear gradient over the shape's box; left to right unless told. */
export function linear(
  sheet: Sheet,
  stops: readonly Stop[],
  [x1, y1, x2, y2]: Direction = [0, 0, 1, 0],
): string {
  const id = define(
    sheet,
    (name) =>
      `<linearGradient id="${name}" x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}">${stopsOf(stops)}</linearGradient>`,
  );
  return `url(#${id})`;
}

/** From top to bottom. */
export const down: Direction = [0, 0, 0, 1];

/** A radial gradient over the shape's box. */
export function radial(sheet: Sheet, stops: readonly Stop[], [cx, cy, r] = [0.35, 0.3, 0.8]): string {
  const id = define(
    sheet,
    (name) =>
      `<radialGradient id="${name}" cx="${cx}" cy="${cy}" r="${r}">${stopsOf(stops)}</radialGradient>`,
  );
  return `url(#${id})`;
}

/** A blur filter, generous at the edges; use it as the value of `filter`. */
export function blur(sheet: Sheet, deviation: number): string {
  const id = define(
    sheet,
    (name) =>
      `<filter id="${name}" x="-60%" y="-60%" width="220%" height="220%"><feGaussianBlur stdDeviation="${deviation}"/></filter>`,
  );
  return `url(#${id})`;
}

/** A clip made of the given shapes. */
export function clip(sheet: Sheet, shapes: string): string {
  const id = define(sheet, (name) => `<clipPath id="${name}">${shapes}</clipPath>`);
  return `url(#${id})`;
}

/** Fine paper or cloth grain over a shape, as a filter that darkens by up to `strength`. */
export function grain(sheet: Sheet, frequency: string, strength: number, seed: number): string {
  const id = define(
    sheet,
    (name) =>
      `<filter id="${name}" x="0" y="0" width="100%" height="100%"><feTurbulence type="fractalNoise" baseFrequency="${frequency}" numOctaves="2" seed="${seed}"/><feColorMatrix values="0 0 0 0 0.12  0 0 0 0 0.16  0 0 0 0 0.14  ${strength} 0 0 0 ${-strength * 0.42}"/><feComposite in2="SourceAlpha" operator="in"/></filter>`,
  );
  return `url(#${id})`;
}

export const finish = (sheet: Sheet, body: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${sheet.width}" height="${sheet.height}" viewBox="0 0 ${sheet.width} ${sheet.height}"><defs>${sheet.defs.join('')}</defs>${body}</svg>`;

/** Turns and moves a drawing: first about its own origin, then to the place. */
export const placed = (body: string, x: number, y: number, degrees = 0, scale = 1): string =>
  `<g transform="translate(${x} ${y}) rotate(${degrees}) scale(${scale})">${body}</g>`;
