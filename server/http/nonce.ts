/** Generates the nonce of a response's Content-Security-Policy. */
import { randomFillSync } from 'node:crypto';

const BYTES = 16;
/** Generates random bytes for many nonces at once, because a call costs more than the bytes. */
const drawn = Buffer.alloc(BYTES * 256);
let used = drawn.length;

/** Sixteen random bytes in base64url, 22 characters; never repeats. */
export function newNonce(): string {
  if (used === drawn.length) {
    randomFillSync(drawn);
    used = 0;
  }
  const nonce = drawn.toString('base64url', used, used + BYTES);
  used += BYTES;
  return nonce;
}
