/** Reads drawings from a set of icons in Iconify's format. */

type IconSet = { icons: Readonly<Record<string, { body: string }>> };

/** On every drawing; `<svg>` has them once, so that a page can change the width of the strokes. */
const common =
  ' fill="none" stroke="currentColor" stroke-linecap="round" stroke-linejoin="round" stroke-width="2"';

/** The markup of an icon's drawing. @throws RangeError when the set has no icon of this name. */
export function drawingOf({ icons }: IconSet, name: string): string {
  const found = icons[name];
  if (!found) throw new RangeError(`no icon ${name}`);
  return found.body.replaceAll(common, '');
}
