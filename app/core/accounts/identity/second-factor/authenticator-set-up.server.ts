/**
 * Makes the secret of an authenticator app during set-up. The form itself carries it, encrypted for this person and
 * this session, so that viewing the page stores nothing and a refused code shows the same QR code again.
 */
import { encode } from 'uqr';
import { z } from 'zod';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { decrypt, encrypt } from '#platform/secrets/secrets.ts';
import { keyUri, newSecret } from './totp.ts';

export type AuthenticatorSetUp = {
  /** The form's hidden field. */
  sealed: string;
  /** In groups of four, for typing. */
  secret: string;
  /** For apps on this device. */
  uri: string;
  qr: { size: number; path: string };
};

/** Long enough to install an app. */
const VALID_MS = 60 * 60_000;

const contextOf = ({ userId, sessionId }: SignedIn) => `authenticator-set-up:${userId}:${sessionId}`;
const sealedSchema = z.object({ secret: z.string(), at: z.number() });

/** @param again the hidden field of a refused form: shows the same secret again. */
export async function authenticatorSetUp(
  actor: SignedIn,
  again: string | null = null,
  now = Date.now(),
): Promise<AuthenticatorSetUp> {
  const kept = again === null ? null : openSetUp(actor, again, now);
  const secret = kept ?? newSecret();
  const sealed =
    kept !== null && again !== null ? again : encrypt(JSON.stringify({ secret, at: now }), contextOf(actor));
  const { store } = await readSettings();
  const uri = keyUri(secret, store.name, actor.email);
  return { sealed, secret: secret.replaceAll(/(.{4})(?=.)/g, '$1 '), uri, qr: drawn(uri) };
}

/** The secret of a form; null when it belongs to another person or session, or is too old. */
export function openSetUp(actor: SignedIn, sealed: string, now = Date.now()): string | null {
  try {
    const { secret, at } = sealedSchema.parse(JSON.parse(decrypt(sealed, contextOf(actor))));
    return now - at < VALID_MS ? secret : null;
  } catch {
    return null;
  }
}

/** Renders the QR code as one path of squares, with the quiet border that scanners need. */
function drawn(text: string): AuthenticatorSetUp['qr'] {
  const { size, data } = encode(text, { ecc: 'M', border: 4 });
  const path = data
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('');
  return { size, path };
}
