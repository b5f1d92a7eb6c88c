/** Renders labels as PDFs with pdfkit. Runs only in the process for papers (`drawing-process`). */
import { collect, openPdf } from './draw-paper.ts';
import { drawQr } from './draw-qr.ts';
import { LABEL_SHEET, type Label } from './label.ts';
import type { About } from './paper.ts';
import { placeLabel } from './place-label.ts';
import { writeLines } from './write-text.ts';

/** Returns the bytes, a page of 4 × 2 inches for each label; small print that does not fit goes to more pages. */
export async function drawLabelPages(about: About, labels: readonly Label[]): Promise<Uint8Array> {
  const { width, height } = LABEL_SHEET;
  const pdf = openPdf(about, {
    size: [width, height ?? 0],
    margin: 0,
    bufferPages: false,
    autoFirstPage: false,
  });
  const bytes = collect(pdf);
  const all = pdf.struct('Document', {});
  pdf.addStructure(all);
  for (const label of labels)
    for (const { texts, qr } of placeLabel(pdf, label, LABEL_SHEET)) {
      pdf.addPage();
      for (const { tag, laid, at } of texts) {
        const element = pdf.struct(tag, {});
        all.add(element);
        element.add(() => writeLines(pdf, laid, at));
      }
      drawQr({ pdf, all }, qr.text, qr);
    }
  pdf.end();
  return bytes;
}
