/**
 * The sealed cookies of a browser that is at a provider, or whose new account needs its birth date. The server stores
 * nothing, so a guest who only starts leaves no trace.
 */
import { z } from 'zod';
import { sealedCookie } from '#platform/secrets/sealed-cookie.ts';

const AWAY_MINUTES = 15;
const COMPLETE_MINUTES = 30;

const awaySchema = z.object({
  provider: z.string(),
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  returnTo: z.string().nullable(),
  /** The session to link an identity in; null for signing in. */
  linkSession: z.string().nullable(),
});
export type Away = z.output<typeof awaySchema>;

const unfinishedSchema = z.object({
  issuer: z.string(),
  subject: z.string(),
  email: z.string(),
  name: z.string().nullable(),
  returnTo: z.string().nullable(),
});
export type UnfinishedSignUp = z.output<typeof unfinishedSchema>;

/** A browser that is at a provider now. */
export const awayCookie = sealedCookie('farmgate.away', awaySchema, AWAY_MINUTES);
/** A person who came from a provider and has no account here yet. */
export const unfinishedCookie = sealedCookie('farmgate.unfinished', unfinishedSchema, COMPLETE_MINUTES);
