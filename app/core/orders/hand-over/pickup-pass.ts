/**
 * The pickup pass: a code that says which order somebody came for, and its picture for a scanner. The picture holds
 * the code and nothing else, no address and no name, so that whoever finds or photographs it has learned nothing;
 * and no page answers to it but the back office's.
 */
import { encode } from 'uqr';

export type PickupPass = {
  /** 'A1B2-C3D4-E5F6', to be read out and typed. */
  code: string;
  /** The QR code as dark squares: how many to a side, and the outline of the dark ones in those units. */
  qr: { size: number; path: string };
};

/** Light squares around the code; scanners ask for four (ISO/IEC 18004). */
const QUIET_ZONE = 4;

/** @param code 12 characters 0-9 and A-F, as the order has them. */
export function pickupPass(code: string): PickupPass {
  const { size, data } = encode(code, { ecc: 'Q', border: QUIET_ZONE });
  return { code: passLabel(code), qr: { size, path: outline(data) } };
}

/** In groups of four: 'A1B2-C3D4-E5F6'. */
export function passLabel(code: string): string {
  return code.match(/.{1,4}/g)?.join('-') ?? code;
}

/** The code in what somebody typed or scanned, whatever its case, spaces and dashes; null where it holds none. */
export function readPassCode(text: string): string | null {
  const code = text.replaceAll(/[\s‐-―-]/g, '').toUpperCase();
  return /^[0-9A-F]{12}$/.test(code) ? code : null;
}

/** A rectangle for each run of dark squares of a row. */
function outline(rows: readonly (readonly boolean[])[]): string {
  let path = '';
  for (const [y, row] of rows.entries()) {
    for (let x = 0; x < row.length; x += 1) {
      if (!row[x]) continue;
      const from = x;
      while (row[x + 1]) x += 1;
      const width = x - from + 1;
      path += `M${from} ${y}h${width}v1h-${width}z`;
    }
  }
  return path;
}
