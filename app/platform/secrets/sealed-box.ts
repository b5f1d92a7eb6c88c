/**
 * Opens what a browser sealed with our public key (`seal`, app/kernel): the browser itself cannot read it again. P-256, HKDF with
 * SHA-256, and AES-256-GCM; as bytes: the sender's public key (65), the nonce (12), the content, its tag (16), in hex.
 */
import { createDecipheriv, hkdfSync } from 'node:crypto';
import { SEALED_BOX } from '#kernel/seal.ts';
import { keyPairFor } from './secrets.ts';

/** The public key that a browser seals with, in hex. */
export const sealingKey = (purpose: string): string => keyPairFor(purpose).getPublicKey('hex');

/** @returns null for what is not sealed with our key, was changed, or is of another context */
export function openSealed(purpose: string, sealed: string, context: string): string | null {
  try {
    const bytes = Buffer.from(sealed, 'hex');
    const sender = bytes.subarray(0, 65);
    const shared = keyPairFor(purpose).computeSecret(sender);
    const key = Buffer.from(hkdfSync('sha256', shared, sender, SEALED_BOX, 32));
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(65, 77));
    decipher.setAAD(Buffer.from(context));
    decipher.setAuthTag(bytes.subarray(-16));
    return Buffer.concat([decipher.update(bytes.subarray(77, -16)), decipher.final()]).toString('utf8');
  } catch {
    return null;
  }
}
