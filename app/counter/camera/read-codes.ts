/** Reads the codes in one picture. The text is what a USB scanner would type. */
import { type ReaderOptions, type ReadResult, readBarcodes } from 'zxing-wasm/reader';

/** A license has a second, narrow barcode on its back, which is no license: there only the wide one is read. */
export type Wanted = 'any' | 'license';

const formats: Readonly<Record<Wanted, ReaderOptions['formats']>> = {
  any: ['QRCode', 'DataMatrix', 'Code128', 'EAN13', 'EAN8', 'UPCA', 'UPCE', 'PDF417'],
  license: ['PDF417'],
};

export type Picture = Pick<ImageData, 'data' | 'width' | 'height'>;

/** The codes, the nearest to the middle first; control characters are as in the barcode. */
export async function readCodes(picture: Picture, wanted: Wanted): Promise<string[]> {
  const found = await readBarcodes(picture as ImageData, {
    formats: formats[wanted],
    // By default control characters become words, such as <LF>.
    textMode: 'Plain',
    maxNumberOfSymbols: 8,
  });
  const fromMiddle = ({ position: { topLeft, bottomRight } }: ReadResult) =>
    Math.hypot(topLeft.x + bottomRight.x - picture.width, topLeft.y + bottomRight.y - picture.height);
  return found
    .filter(({ isValid, text }) => isValid && text !== '')
    .toSorted((one, other) => fromMiddle(one) - fromMiddle(other))
    .map(asTyped);
}

/** A UPC is an EAN that starts with 0, and is reported as one; a scanner types the twelve digits that are printed. */
function asTyped({ symbology, text }: ReadResult): string {
  return symbology === 'EANUPC' && /^0\d{12}$/.test(text) ? text.slice(1) : text;
}
