/** Secrets of endpoints, and signatures with them (Standard Webhooks, symmetric `v1`). */
import { createHmac, randomBytes } from 'node:crypto';
import { decrypt, encrypt } from '#platform/secrets/secrets.ts';

const PREFIX = 'whsec_';

/** 'whsec_' and 32 random bytes in base64. */
export const newSecret = (): string => `${PREFIX}${randomBytes(32).toString('base64')}`;

const contextOf = (endpointId: string) => `webhook:${endpointId}`;
export const encryptSecret = (secret: string, endpointId: string) => encrypt(secret, contextOf(endpointId));
export const decryptSecret = (stored: string, endpointId: string) => decrypt(stored, contextOf(endpointId));

/** `webhook-signature`: one signature for each secret, with spaces between. @param at seconds since 1970 */
export function signaturesOf(secrets: readonly string[], id: string, at: number, payload: string): string {
  return secrets
    .map((secret) => {
      const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
      return `v1,${createHmac('sha256', key).update(`${id}.${at}.${payload}`).digest('base64')}`;
    })
    .join(' ');
}
