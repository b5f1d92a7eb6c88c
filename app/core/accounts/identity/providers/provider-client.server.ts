/**
 * Speaks OpenID Connect with a provider: the code flow with PKCE, state and nonce, by `openid-client`. Ours are the
 * bounds of every request, and what happens when the provider fails: its configuration is cached for an hour, and a
 * failure for a growing while.
 */
import { setTimeout as pause } from 'node:timers/promises';
import * as openid from 'openid-client';
import { fullName } from '#core/accounts/customers/profile-fields.ts';
import { isLoopback } from '#kernel/url.ts';
import { log } from '#platform/log.ts';
import { OutboundError, sendOut } from '#platform/outgoing/outbound-request.ts';
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

const FRESH_MS = 60 * 60 * 1000;
/** An older ID token is refused, even if the provider lets it live longer. */
const OLDEST_TOKEN_SECONDS = 15 * 60;
/** OpenID Connect Core 1.0, section 2: at most 255 ASCII characters. */
const SUBJECT = /^[\x20-\x7e]{1,255}$/;
/** How far the provider's clock may differ from ours. */
const CLOCK_TOLERANCE_SECONDS = 60;

/** The pause before the first retry after a failure; it doubles with each further failure. */
const FIRST_PAUSE_MS = 2000;
const LONGEST_PAUSE_MS = 60_000;
/** How long a request waits for a provider that failed the last time. */
const DOUBTFUL_TIMEOUT_MS = 1000;

type Known = {
  /** The client that the configuration is for: an admin may change it while the shop runs. */
  of: string;
  at: number;
  configuration: Promise<openid.Configuration>;
  /** Failures in a row. */
  failures: number;
  /** When the next request may go out; null while one is running and after one succeeds. */
  pausedUntil: number | null;
  /** The last failure; null if none. */
  failure: unknown;
  /** The configuration of its last answer; null if it has never answered. */
  published: openid.Configuration | null;
};
const known = singleton<Map<string, Known>>('provider configuration');

/** Starts a sign-in: returns the provider's address and the values that must come back. @throws OutboundError */
export async function beginChallenge(provider: Provider): Promise<{ url: string; challenge: Challenge }> {
  const configuration = await configurationOf(provider);
  const challenge = {
    state: openid.randomState(),
    nonce: openid.randomNonce(),
    verifier: openid.randomPKCECodeVerifier(),
  };
  const url = openid.buildAuthorizationUrl(configuration, {
    redirect_uri: provider.redirectUri,
    scope: provider.scope,
    state: challenge.state,
    nonce: challenge.nonce,
    code_challenge: await openid.calculatePKCECodeChallenge(challenge.verifier),
    code_challenge_method: 'S256',
    ...(provider.responseMode === 'query' ? {} : { response_mode: provider.responseMode }),
  });
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
  { state, nonce, verifier }: Challenge,
): Promise<OutsideIdentity> {
  const configuration = await configurationOf(provider);
  const answered = new URL(provider.redirectUri);
  answered.search = new URLSearchParams({ code, state, ...(iss === null ? {} : { iss }) }).toString();
  const checks = {
    expectedState: state,
    expectedNonce: nonce,
    pkceCodeVerifier: verifier,
    idTokenExpected: true,
  };
  const tokens = await proved(provider, openid.authorizationCodeGrant(configuration, answered, checks));
  const claims = tokens.claims();
  if (claims === undefined || !SUBJECT.test(claims.sub)) throw new NotProvedError('no subject');
  if (claims.iat < Date.now() / 1000 - OLDEST_TOKEN_SECONDS - CLOCK_TOLERANCE_SECONDS)
    throw new NotProvedError('an old ID token');
  const { sub } = claims;
  const told =
    claims.email === undefined ? await askWho(provider, configuration, tokens.access_token, sub) : claims;
  const address = email.safeParse(told.email);
  const name = fullName.safeParse(told.name);
  return {
    issuer: provider.issuer,
    subject: sub,
    email: address.success ? address.data : null,
    // Apple has sent it as a string.
    isEmailVerified: told.email_verified === true || told.email_verified === 'true',
    name: name.success ? name.data : null,
  };
}

type Told = { email?: unknown; email_verified?: unknown; name?: unknown };

/** The provider's user info, for an ID token that names only the subject; nothing if it is about someone else. */
async function askWho(
  provider: Provider,
  configuration: openid.Configuration,
  accessToken: string,
  subject: string,
): Promise<Told> {
  if (configuration.serverMetadata().userinfo_endpoint === undefined) return {};
  try {
    return await proved(provider, openid.fetchUserInfo(configuration, accessToken, subject));
  } catch (error) {
    if (error instanceof NotProvedError) return {};
    throw error;
  }
}

/** Waits for the library. Whatever it refuses proves nothing; a request that failed is our own error. */
async function proved<T>(provider: Provider, answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    if (error.cause instanceof OutboundError) throw error.cause;
    const isRefusal =
      error instanceof openid.ClientError ||
      error instanceof openid.ResponseBodyError ||
      error instanceof openid.AuthorizationResponseError ||
      error instanceof openid.WWWAuthenticateChallengeError;
    if (!isRefusal) throw error;
    // 'invalid_client' is a mistake in our configuration; a code used twice is not.
    const reason = error instanceof openid.ResponseBodyError ? error.error.slice(0, 60) : error.code;
    log.warn({ provider: provider.id, reason }, 'what a provider answered does not prove anything');
    throw new NotProvedError('the answer does not hold');
  }
}

/**
 * Returns the provider's configuration. If an earlier answer is known, or the last request failed, it waits only briefly:
 * then it returns the earlier configuration or throws the last failure, and the request continues in the background.
 */
async function configurationOf(provider: Provider): Promise<openid.Configuration> {
  const { configuration, failures, failure, published } = entryOf(provider);
  if (failures === 0 && published === null) return configuration;
  const impatience = new AbortController();
  const late = pause(DOUBTFUL_TIMEOUT_MS, undefined, { ref: false, signal: impatience.signal }).then(() => {
    throw failure ?? new OutboundError(`${provider.id} is slow to say what it publishes`);
  });
  try {
    return await Promise.race([configuration, late]);
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
  const of = JSON.stringify([provider.clientId, provider.clientSecret]);
  const last = all.get(provider.issuer);
  const found = last?.of === of ? last : undefined;
  const isFresh = (entry: Known) =>
    entry.pausedUntil === null ? Date.now() - entry.at < FRESH_MS : Date.now() < entry.pausedUntil;
  if (found && isFresh(found)) return found;
  const entry: Known = {
    of,
    at: Date.now(),
    configuration: discover(provider),
    failures: found?.failures ?? 0,
    pausedUntil: null,
    failure: found?.failure ?? null,
    published: found?.published ?? null,
  };
  all.set(provider.issuer, entry);
  entry.configuration.then(
    (configuration) => {
      entry.failures = 0;
      entry.failure = null;
      entry.published = configuration;
    },
    (error: unknown) => {
      entry.pausedUntil = Date.now() + Math.min(FIRST_PAUSE_MS * 2 ** entry.failures, LONGEST_PAUSE_MS);
      entry.failures += 1;
      entry.failure = error;
    },
  );
  return entry;
}

/** Asks a provider what it publishes, whatever is cached. @throws OutboundError */
export async function askProvider(provider: Provider): Promise<void> {
  await discover(provider);
}

async function discover(provider: Provider): Promise<openid.Configuration> {
  const isLocal = isLocalServer(provider);
  const configuration = await openid
    .discovery(
      new URL(provider.issuer),
      provider.clientId,
      { [openid.clockTolerance]: CLOCK_TOLERANCE_SECONDS },
      bySecret(provider),
      {
        [openid.customFetch]: (address, request) => send(provider, address, request),
        execute: [openid.enableNonRepudiationChecks, ...(isLocal ? [openid.allowInsecureRequests] : [])],
      },
    )
    .catch((error: Error) => {
      if (error.cause instanceof OutboundError) throw error.cause;
      throw new OutboundError(`${provider.id} says nothing of use at ${provider.issuer}: ${error.message}`);
    });
  const { issuer } = configuration.serverMetadata();
  if (issuer !== provider.issuer)
    throw new OutboundError(`${provider.id} calls itself ${issuer}, and the settings another name`);
  return configuration;
}

/** Sends the client's secret in the header unless the provider takes it only in the body. */
function bySecret({ clientSecret }: Provider): openid.ClientAuth {
  const basic = openid.ClientSecretBasic(clientSecret);
  const post = openid.ClientSecretPost(clientSecret);
  return (server, ...rest) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    return (methods.includes('client_secret_basic') ? basic : post)(server, ...rest);
  };
}

/** Only a provider that the operator runs on this machine may send us to a loopback address. */
function isLocalServer({ issuer }: Provider): boolean {
  const { protocol, hostname } = new URL(issuer);
  return protocol === 'http:' && isLoopback(hostname);
}

/** The library's requests, within our bounds. A server error says nothing about the person. @throws OutboundError */
async function send(
  provider: Provider,
  address: string,
  { method, headers, body: sent }: openid.CustomFetchOptions,
): Promise<Response> {
  const { status, text } = await sendOut(address, {
    method: method === 'POST' ? 'POST' : 'GET',
    headers,
    ...(sent === undefined || sent === null ? {} : { body: String(sent) }),
    loopback: isLocalServer(provider),
  });
  if (status >= 500) throw new OutboundError(`${provider.id} answered ${status}`);
  // `Response` throws on a body with these.
  const body = [204, 205, 304].includes(status) ? null : text;
  return new Response(body, { status, headers: { 'Content-Type': 'application/json' } });
}
