/** The secret in a link that comes by mail. Only its hash is stored: reading the database gives nobody a link. */
import { createHash, randomBytes } from 'node:crypto';

/** 192 random bits, safe in a URL. */
export function newLinkToken(): string {
  return randomBytes(24).toString('base64url');
}

/** What is stored of a token. Unguessable tokens need no slow hash. */
export function hashLinkToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}

/** Whether something from outside can be a token at all. */
export function isLinkToken(text: string): boolean {
  return /^[\w-]{32}$/.test(text);
}
