/**
 * The farm's mark: two branches that meet and run on as one. Drawn on a field of 100 × 100 around its
 * centre; `size` is the side of that field.
 */
export function mark(cx: number, cy: number, size: number, colour: string, second = colour): string {
  const scale = size / 100;
  return `<g transform="translate(${cx - size / 2} ${cy - size / 2}) scale(${scale})" fill="none" stroke-linecap="round" stroke-width="9"><path stroke="${colour}" d="M17 10C20 34 46 38 50 62V92"/><path stroke="${second}" d="M83 10C80 34 54 38 50 62"/></g>`;
}
