/** The farm's mark as dots, for printers that draw no curves: the strokes of `app/ui/mark.tsx`. */

/** Rows of dots, true for black. */
export type Bitmap = readonly (readonly boolean[])[];
type Point = readonly [x: number, y: number];

/** Of the drawing, in its own units. */
const SIDE = 100;
const STROKE = 9;
const branches: readonly (readonly [Point, Point, Point, Point])[] = [
  [
    [17, 10],
    [20, 34],
    [46, 38],
    [50, 62],
  ],
  [
    [83, 10],
    [80, 34],
    [54, 38],
    [50, 62],
  ],
];
const STEM: readonly [Point, Point] = [
  [50, 62],
  [50, 92],
];
/** Dots of the strokes' middle: closer to each other than one dot. */
const STEPS = 200;

/** @param side in dots, a multiple of 24, so that every printer's bands fill */
export function markBitmap(side: number): Bitmap {
  const middle = [...branches.flatMap(curve), ...line(STEM)].map(
    ([x, y]) => [(x * side) / SIDE, (y * side) / SIDE] as const,
  );
  const reach = ((STROKE / 2) * side) / SIDE;
  const dots = Array.from({ length: side }, () => new Array<boolean>(side).fill(false));
  for (const [x, y] of middle)
    for (let row = Math.floor(y - reach); row <= y + reach; row += 1)
      for (let column = Math.floor(x - reach); column <= x + reach; column += 1) {
        const dot = dots[row];
        if (dot && column >= 0 && column < side && Math.hypot(column + 0.5 - x, row + 0.5 - y) <= reach)
          dot[column] = true;
      }
  return dots;
}

function curve([from, first, second, to]: (typeof branches)[number]): Point[] {
  return steps((t) => {
    const rest = 1 - t;
    const at = (axis: 0 | 1) =>
      rest ** 3 * from[axis] +
      3 * rest ** 2 * t * first[axis] +
      3 * rest * t ** 2 * second[axis] +
      t ** 3 * to[axis];
    return [at(0), at(1)];
  });
}

const line = ([from, to]: typeof STEM): Point[] =>
  steps((t) => [from[0] + t * (to[0] - from[0]), from[1] + t * (to[1] - from[1])]);

const steps = (at: (t: number) => Point): Point[] =>
  Array.from({ length: STEPS + 1 }, (_, step) => at(step / STEPS));
