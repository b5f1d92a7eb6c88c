/**
 * Speaks OpenID Connect with a provider: the code flow with PKCE, state and nonce (OpenID Connect Core 1.0, RFC 7636,
 * RFC 9207). It caches the provider's metadata for an hour, bounds every request, and remembers a failure for a while.
 */
import { createHash, randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTPayload, jwtVerify } from 'jose';
import { z } from 'zod';
import { fullName } from '#core/customers/profile-fields.ts';
import { log } from '#platform/log.ts';
import {
  isLoopback,
  OutboundError,
  type OutboundRequest,
  sendOut,
} from '#platform/outgoing/outbound-request.ts';
import { singleton } from '#platform/singleton.ts';
import { email } from '../sessions/sign-in.ts';
import type { OutsideIdentity } from './provider.ts';
import type { Provider } from './providers.server.ts';

/** The provider answered, but the answer does not prove who the person is. */
export class NotProvedError extends Error {
  override name = 'NotProvedError';
}

/** The values stored in the browser until the provider answers. */
export type Challenge = { state: string; nonce: string; verifier: string };

const metadataSchema = z.object({
  issuer: z.string(),
  authorization_endpoint: z.url(),
  token_endpoint: z.url(),
  jwks_uri: z.url(),
  userinfo_endpoint: z.url().optional(),
  token_endpoint_auth_methods_supported: z.array(z.string()).default(['client_secret_basic']),
  authorization_response_iss_parameter_supported: z.boolean().default(false),
});
type Metadata = z.output<typeof metadataSchema>;

const FRESH_MS = 60 * 60 * 1000;
/** An unknown key makes us reload the key set, at most this often. */
const LOOK_AGAIN_MS = 60 * 1000;
/** Algorithms whose private key only the provider has; a shared key (HS256) or no signature proves nothing. */
const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'];

/** The pause before the first retry after a failure; it doubles with each further failure. */
const FIRST_PAUSE_MS = 2000;
const LONGEST_PAUSE_MS = 60_000;
/** How long a request waits for a provider that failed the last time. */
const DOUBTFUL_PATIENCE_MS = 1000;

type Known = {
  at: number;
  metadata: Promise<Metadata>;
  /** Failures in a row. */
  failures: number;
  /** When the next request may go out; null while one is running and after one succeeds. */
  pausedUntil: number | null;
  /** The last failure; null if none. */
  failure: unknown;
  /** The metadata of its last answer; null if it has never answered. */
  published: Metadata | null;
  keys: Promise<{ at: number; set: JSONWebKeySet }> | null;
};
const known = singleton<Map<string, Known>>('provider metadata');

/** Starts a sign-in: returns the provider's address and the values that must come back. @throws OutboundError */
export async function beginChallenge(provider: Provider): Promise<{ url: string; challenge: Challenge }> {
  const { authorization_endpoint } = await metadataOf(provider);
  const challenge = { state: secret(), nonce: secret(), verifier: secret() };
  const url = new URL(authorization_endpoint);
  const parameters = {
    response_type: 'code',
    client_id: provider.clientId,
    redirect_uri: provider.redirectUri,
    scope: provider.scope,
    state: challenge.state,
    nonce: challenge.nonce,
    code_challenge: createHash('sha256').update(challenge.verifier).digest('base64url'),
    code_challenge_method: 'S256',
    ...(provider.responseMode === 'query' ? {} : { response_mode: provider.responseMode }),
  };
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return { url: url.href, challenge };
}

/**
 * Redeems the code a person came back with, and returns who they are.
 * @param iss the issuer named in the answer, if any.
 * @throws NotProvedError, OutboundError
 */
export async function redeemCode(
  provider: Provider,
  { code, iss }: { code: string; iss: string | null },
  challenge: Challenge,
): Promise<OutsideIdentity> {
  const metadata = await metadataOf(provider);
  if (iss === null ? metadata.authorization_response_iss_parameter_supported : iss !== provider.issuer)
    throw new NotProvedError('the answer came from another issuer');
  const tokens = await askForTokens(provider, metadata, code, challenge.verifier);
  const claims = await verifyIdToken(provider, tokens.id_token, challenge.nonce);
  const told =
    claims.email === undefined ? await askWho(provider, metadata, tokens.access_token, claims) : claims;
  const address = email.safeParse(told.email);
  const name = fullName.safeParse(told.name);
  return {
    issuer: provider.issuer,
    subject: claims.sub,
    email: address.success ? address.data : null,
    // Apple has sent it as a string.
    isEmailVerified: told.email_verified === true || told.email_verified === 'true',
    name: name.success ? name.data : null,
  };
}

const tokensSchema = z.object({ id_token: z.string(), access_token: z.string().optional() });

async function askForTokens(provider: Provider, metadata: Metadata, code: string, verifier: string) {
  const { clientId, clientSecret } = provider;
  const body = new URLSearchParams({
    grant_type: 'authorization_code',
    code,
    redirect_uri: provider.redirectUri,
    code_verifier: verifier,
  });
  const headers: Record<string, string> = { 'Content-Type': 'application/x-www-form-urlencoded' };
  if (metadata.token_endpoint_auth_methods_supported.includes('client_secret_basic')) {
    const pair = `${formEncoded(clientId)}:${formEncoded(clientSecret)}`;
    headers.Authorization = `Basic ${Buffer.from(pair).toString('base64')}`;
  } else {
    body.set('client_id', clientId);
    body.set('client_secret', clientSecret);
  }
  const { status, text } = await send(provider, metadata.token_endpoint, {
    method: 'POST',
    headers,
    body: body.toString(),
  });
  if (status >= 500) throw new OutboundError(`${provider.id} answered ${status} to a code`);
  const tokens = tokensSchema.safeParse(parsed(text));
  if (status === 200 && tokens.success) return tokens.data;
  // 'invalid_client' is a mistake in our configuration; a code used twice is not.
  const { error } = z
    .object({ error: z.string().max(60) })
    .catch({ error: 'nothing' })
    .parse(parsed(text));
  log.warn({ provider: provider.id, status, error }, 'a provider gave nothing for a code');
  throw new NotProvedError('no token for this code');
}

type Claims = JWTPayload & { sub: string; email?: unknown; email_verified?: unknown; name?: unknown };

async function verifyIdToken(provider: Provider, token: string, nonce: string): Promise<Claims> {
  try {
    const { payload } = await jwtVerify(token, (header, input) => keyFor(provider, header, input), {
      issuer: provider.issuer,
      audience: provider.clientId,
      algorithms: ALGORITHMS,
      requiredClaims: ['sub', 'iat', 'exp', 'nonce'],
      clockTolerance: 60,
      maxTokenAge: '15 minutes',
    });
    if (payload.nonce !== nonce) throw new NotProvedError('another nonce');
    const isOurs = Array.isArray(payload.aud) && payload.aud.length > 1 ? payload.azp : provider.clientId;
    if (isOurs !== provider.clientId) throw new NotProvedError('made for another');
    if (!payload.sub || payload.sub.length > 255) throw new NotProvedError('no subject');
    return { ...payload, sub: payload.sub };
  } catch (error) {
    if (!(error instanceof errors.JOSEError)) throw error;
    log.warn({ provider: provider.id, code: error.code }, 'an ID token does not hold');
    throw new NotProvedError('the ID token does not hold');
  }
}

/** Adds the provider's user info when the ID token lacks claims; only for the same subject. */
async function askWho(
  provider: Provider,
  { userinfo_endpoint: address }: Metadata,
  accessToken: string | undefined,
  claims: Claims,
): Promise<Claims> {
  if (address === undefined || accessToken === undefined) return claims;
  const { status, text } = await send(provider, address, {
    headers: { Authorization: `Bearer ${accessToken}` },
  });
  const told = z.looseObject({ sub: z.string() }).safeParse(parsed(text));
  return status === 200 && told.success && told.data.sub === claims.sub
    ? { ...told.data, sub: claims.sub }
    : claims;
}

type GetKey = ReturnType<typeof createLocalJWKSet>;

/** The provider's key for a signature; an unknown key reloads the key set once. */
async function keyFor(provider: Provider, ...asked: Parameters<GetKey>): ReturnType<GetKey> {
  const { at, set } = await keysOf(provider, false);
  try {
    return await createLocalJWKSet(set)(...asked);
  } catch (error) {
    if (!(error instanceof errors.JWKSNoMatchingKey) || Date.now() - at < LOOK_AGAIN_MS) throw error;
    return createLocalJWKSet((await keysOf(provider, true)).set)(...asked);
  }
}

const keySetSchema = z.object({ keys: z.array(z.looseObject({ kty: z.string() })).max(100) });

async function keysOf(provider: Provider, anew: boolean): Promise<{ at: number; set: JSONWebKeySet }> {
  const { jwks_uri } = await metadataOf(provider);
  const entry = entryOf(provider);
  if (!entry.keys || anew) {
    const asking = askJson(provider, jwks_uri, keySetSchema).then((set) => ({ at: Date.now(), set }));
    entry.keys = asking;
    asking.catch(() => {
      if (entry.keys === asking) entry.keys = null;
    });
  }
  return entry.keys;
}

/**
 * Returns the provider's metadata. If an earlier answer is known, or the last request failed, it waits only briefly:
 * then it returns the earlier metadata or throws the last failure, and the request continues in the background.
 */
async function metadataOf(provider: Provider): Promise<Metadata> {
  const { metadata, failures, failure, published } = entryOf(provider);
  if (failures === 0 && published === null) return metadata;
  const impatience = new AbortController();
  const late = pause(DOUBTFUL_PATIENCE_MS, undefined, { ref: false, signal: impatience.signal }).then(() => {
    throw failure ?? new OutboundError(`${provider.id} is slow to say what it publishes`);
  });
  try {
    return await Promise.race([metadata, late]);
  } catch (error) {
    if (published === null) throw error;
    return published;
  } finally {
    late.catch(() => undefined);
    impatience.abort();
  }
}

/**
 * Returns what is cached of a provider; requests it again after an hour, or after a failure once a growing pause is
 * over. Concurrent callers share one request.
 */
function entryOf(provider: Provider): Known {
  const all = known.get() ?? new Map<string, Known>();
  known.set(all);
  const found = all.get(provider.issuer);
  const isKept = (entry: Known) =>
    entry.pausedUntil === null ? Date.now() - entry.at < FRESH_MS : Date.now() < entry.pausedUntil;
  if (found && isKept(found)) return found;
  const entry: Known = {
    at: Date.now(),
    metadata: discover(provider),
    failures: found?.failures ?? 0,
    pausedUntil: null,
    failure: found?.failure ?? null,
    published: found?.published ?? null,
    keys: null,
  };
  all.set(provider.issuer, entry);
  entry.metadata.then(
    (metadata) => {
      entry.failures = 0;
      entry.failure = null;
      entry.published = metadata;
    },
    (error: unknown) => {
      entry.pausedUntil = Date.now() + Math.min(FIRST_PAUSE_MS * 2 ** entry.failures, LONGEST_PAUSE_MS);
      entry.failures += 1;
      entry.failure = error;
    },
  );
  return entry;
}

async function discover(provider: Provider): Promise<Metadata> {
  const address = `${provider.issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
  const metadata = await askJson(provider, address, metadataSchema);
  if (metadata.issuer !== provider.issuer)
    throw new OutboundError(
      `${provider.id} calls itself ${metadata.issuer}, and OIDC_PROVIDERS another name`,
    );
  return metadata;
}

async function askJson<T>(provider: Provider, address: string, schema: z.ZodType<T>): Promise<T> {
  const { status, text } = await send(provider, address);
  const answer = schema.safeParse(parsed(text));
  if (status !== 200 || !answer.success)
    throw new OutboundError(`${provider.id} says nothing of use at ${address}`);
  return answer.data;
}

/** Only a provider that the operator runs on this machine may send us to a loopback address. */
function send(provider: Provider, address: string, request: OutboundRequest = {}) {
  const { protocol, hostname } = new URL(provider.issuer);
  return sendOut(address, { ...request, loopback: protocol === 'http:' && isLoopback(hostname) });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** RFC 6749, 2.3.1 and appendix B. */
function formEncoded(text: string): string {
  return new URLSearchParams({ x: text }).toString().slice(2);
}

function secret(): string {
  return randomBytes(32).toString('base64url');
}
