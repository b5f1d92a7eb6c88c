/** Draws a QR code into a PDF. Runs only in the process for papers (`drawing-process`). */
import type PDFDocument from 'pdfkit';
import type { StructureElement } from 'pdfkit';
import { encode } from 'uqr';

/** Black squares on white, with the light squares around them that scanners need. In points. */
export function drawQr(
  { pdf, all }: { pdf: PDFDocument; all: StructureElement },
  text: string,
  { left, top, side }: { left: number; top: number; side: number },
): void {
  const { size, data } = encode(text, { ecc: 'M', border: 2 });
  const square = side / size;
  const figure = pdf.struct('Figure', { alt: `QR code: ${text}` });
  all.add(figure);
  figure.add(() => {
    pdf.fillColor('#000000');
    for (const [y, row] of data.entries()) {
      for (let x = 0; x < row.length; x += 1) {
        if (!row[x]) continue;
        const first = x;
        while (row[x + 1]) x += 1;
        pdf.rect(left + first * square, top + y * square, (x - first + 1) * square, square);
      }
    }
    pdf.fill();
  });
}
