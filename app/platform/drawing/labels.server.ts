/** Renders labels of 4 × 2 inches as a PDF, one page each, in the process for papers. */
import type { Label } from '../paper/label.ts';
import type { About } from '../paper/paper.ts';
import { drawApart } from './draw-apart.ts';

/** Returns the bytes. @param labels at least one */
export async function drawLabels(about: About, labels: readonly Label[]): Promise<Buffer> {
  const bytes = await drawApart('labels', [about, labels]);
  if (bytes === null) throw new Error('the drawing process ended');
  return Buffer.from(bytes);
}
