/** Renders a roll of paper as a PDF in the process for papers. */
import type { About } from '../paper/paper.ts';
import type { RollLine, RollWidth } from '../paper/roll.ts';
import { drawApart } from './draw-apart.ts';

/** Returns the bytes: a page as wide as the roll and as long as its lines. */
export async function drawRollPdf(
  about: About,
  lines: readonly RollLine[],
  width: RollWidth,
): Promise<Buffer> {
  const bytes = await drawApart('roll', [about, lines, width]);
  if (bytes === null) throw new Error('the drawing process ended');
  return Buffer.from(bytes);
}
