/** Renders labels in the process for papers: as a PDF of 4 × 2 inches, one page each, or as a label printer's dots. */
import type { Label, LabelDots, LabelSheet } from '../paper/label.ts';
import type { About } from '../paper/paper.ts';
import { drawApart } from './draw-apart.ts';

/** Returns the bytes. @param labels at least one */
export async function drawLabels(about: About, labels: readonly Label[]): Promise<Buffer> {
  const bytes = await drawApart('labels', [about, labels]);
  if (bytes === null) throw new Error('the drawing process ended');
  return Buffer.from(bytes);
}

/** 203 dots to an inch. A label whose small print does not fit becomes several. */
export async function drawDots(labels: readonly Label[], sheet: LabelSheet): Promise<LabelDots[]> {
  const dots = await drawApart('dots', [labels, sheet]);
  if (dots === null) throw new Error('the drawing process ended');
  return dots;
}
