/** The nonce of a response's Content-Security-Policy. */
import { randomFillSync } from 'node:crypto';

const BYTES = 16;
/** Random bytes are drawn for many nonces at once: a call costs more than the bytes. */
const drawn = Buffer.alloc(BYTES * 256);
let used = drawn.length;

/** Sixteen random bytes in base64url, 22 characters; none is given twice. */
export function newNonce(): string {
  if (used === drawn.length) {
    randomFillSync(drawn);
    used = 0;
  }
  const nonce = drawn.toString('base64url', used, used + BYTES);
  used += BYTES;
  return nonce;
}
