/**
 * Makes and hashes the secret in a mailed link. Only its hash is stored: reading the database yields no working link.
 */
import { createHash, randomBytes } from 'node:crypto';

/** 192 random bits, safe in a URL. */
export function newLinkToken(): string {
  return randomBytes(24).toString('base64url');
}

/** The stored form of a token. An unguessable token needs no slow hash. */
export function hashLinkToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}

/** Whether outside input can be a token at all. */
export function isLinkToken(text: string): boolean {
  return /^[\w-]{32}$/.test(text);
}
