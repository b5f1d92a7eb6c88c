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

/** A river as the eye sees it: its course, widening towards the viewer from the horizon on. */
export function river(
  points: readonly (readonly [number, number])[],
  horizon: number,
  breadth: number,
  extra = 0,
): string {
  const line = course(points);
  const edge = (side: number) =>
    line.map(([x, y]) => {
      const half =
        breadth * Math.max(0.006, (y - horizon) / 400) ** 1.25 + extra * Math.max(0.1, (y - horizon) / 400);
      return `${(x + side * half).toFixed(1)} ${y.toFixed(1)}`;
    });
  return `M${edge(-1).join('L')}L${edge(1).reverse().join('L')}Z`;
}
