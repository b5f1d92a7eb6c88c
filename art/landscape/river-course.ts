/** Points along a smooth course through the given ones. */
function course(points: readonly (readonly [number, number])[]): [number, number][] {
  const at = (index: number) => points[Math.max(0, Math.min(points.length - 1, index))] ?? [0, 0];
  return Array.from({ length: (points.length - 1) * 16 + 1 }, (_, sample) => {
    const index = Math.min(points.length - 2, Math.floor(sample / 16));
    const t = sample / 16 - index;
    const [a, b, c, d] = [at(index - 1), at(index), at(index + 1), at(index + 2)];
    const along = (axis: 0 | 1) =>
      0.5 *
      (2 * b[axis] +
        (c[axis] - a[axis]) * t +
        (2 * a[axis] - 5 * b[axis] + 4 * c[axis] - d[axis]) * t * t +
        (3 * b[axis] - a[axis] - 3 * c[axis] + d[axis]) * t * t * t);
    return [along(0), along(1)];
  });
}

/** Where the picture's middle is, how far below the horizon one unit of distance lies, and the length of the lens. */
const [MIDDLE, BELOW, LENS] = [800, 400, 1050];

/**
 * A river as the eye sees it, lying flat on its valley: as broad everywhere, so that what comes towards the viewer
 * widens and what flows across is a thin band. `breadth` is half of it, in pixels 400 below the horizon.
 */
export function river(
  points: readonly (readonly [number, number])[],
  horizon: number,
  breadth: number,
): string {
  const ground = course(points).map(([x, y]) => {
    const far = BELOW / Math.max(4, y - horizon);
    return { across: (x - MIDDLE) * far, away: far * LENS };
  });
  const edge = (side: number) =>
    ground.map(({ across, away }, index) => {
      const [before, after] = [
        ground[Math.max(0, index - 1)],
        ground[Math.min(ground.length - 1, index + 1)],
      ];
      const [dx, dz] = [
        (after?.across ?? 0) - (before?.across ?? 0),
        (after?.away ?? 0) - (before?.away ?? 0),
      ];
      const length = Math.hypot(dx, dz) || 1;
      const [x, z] = [across + (side * breadth * dz) / length, away - (side * breadth * dx) / length];
      const far = Math.max(0.2, z / LENS);
      return `${(MIDDLE + x / far).toFixed(1)} ${(horizon + BELOW / far).toFixed(1)}`;
    });
  return `M${edge(-1).join('L')}L${edge(1).reverse().join('L')}Z`;
}
