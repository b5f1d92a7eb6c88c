/**
 * Renders the pickup pass: a code that identifies the order at the counter, and its picture for a scanner.
 * The picture contains only the code, without address or name, so that anyone who finds or photographs it
 * learns nothing; only the back office has a page for it.
 */
import { encode } from 'uqr';

export type PickupPass = {
  /** 'A1B2-C3D4-E5F6', to read out and type. */
  code: string;
  /** The QR code's dark squares: squares per side, and the outline of the dark ones in those units. */
  qr: { size: number; path: string };
};

/** Light squares around the code; scanners need four (ISO/IEC 18004). */
const QUIET_ZONE = 4;

/** @param code 12 characters 0-9 and A-F, as stored with the order */
export function pickupPass(code: string): PickupPass {
  return { code: passLabel(code), qr: qrCode(code) };
}

/** The QR code of a text, such as an address. */
export function qrCode(text: string): PickupPass['qr'] {
  const { size, data } = encode(text, { ecc: 'Q', border: QUIET_ZONE });
  return { size, path: outline(data) };
}

/** Groups the code in fours: 'A1B2-C3D4-E5F6'. */
export function passLabel(code: string): string {
  return code.match(/.{1,4}/g)?.join('-') ?? code;
}

/** Finds the code in typed or scanned text, ignoring case, spaces and dashes; null if it contains none. */
export function readPassCode(text: string): string | null {
  const code = text.replaceAll(/[\s‐-―-]/g, '').toUpperCase();
  return /^[0-9A-F]{12}$/.test(code) ? code : null;
}

/** Draws a rectangle for each run of dark squares in a row. */
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
