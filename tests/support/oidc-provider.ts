/** An outside provider for tests: a real OpenID Connect server on this machine, whose tokens a test may spoil. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { decodeJwt, exportJWK, generateKeyPair, importJWK, type JWTPayload, SignJWT } from 'jose';
import Provider, { type Configuration } from 'oidc-provider';

export type OutsidePerson = {
  sub: string;
  email?: string;
  email_verified?: boolean;
  name?: string;
};

export type OutsideProvider = {
  issuer: string;
  /** The value of OIDC_PROVIDERS that knows it, as 'Farm ID'. */
  setting: string;
  /** Opens it for the shop at this origin. */
  serve(shop: string): void;
  /** The next person to sign in; null: they decline. */
  person: OutsidePerson | null;
  /** Changes the next ID tokens, signed like valid ones. */
  spoil: ((claims: JWTPayload) => JWTPayload) | null;
  /** Replaces the next ID tokens completely. */
  forge: ((token: string) => string | Promise<string>) | null;
  stop(): Promise<void>;
};

const CLIENT = { clientId: 'the-shop', clientSecret: 'a secret that both of them know' };

/** @param bare gives the ID token only the subject claim, as some providers do. */
export async function outsideProvider({ bare = false } = {}): Promise<OutsideProvider> {
  let handle: (request: IncomingMessage, response: ServerResponse) => unknown = (_request, response) =>
    response.writeHead(503).end();
  const server = createServer((request, response) => void handle(request, response));
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  const jwk = { ...(await exportJWK(privateKey)), kid: 'theirs', alg: 'RS256', use: 'sig' };

  const outside: OutsideProvider = {
    issuer,
    setting: JSON.stringify([{ id: 'farm-id', name: 'Farm ID', issuer, ...CLIENT }]),
    person: null,
    spoil: null,
    forge: null,
    serve: (shop) => {
      const provider = new Provider(
        issuer,
        configuration(shop, jwk, bare, () => outside.person),
      );
      const callback = provider.callback();
      handle = (request, response) => {
        const { pathname } = new URL(request.url ?? '/', issuer);
        if (pathname.startsWith('/interaction/'))
          return answerForPerson(provider, outside, request, response);
        if (pathname === '/token') spoilAnswer(outside, jwk, response);
        return callback(request, response);
      };
    },
    stop: async () => {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
  return outside;
}

function configuration(
  shop: string,
  jwk: object,
  bare: boolean,
  person: () => OutsidePerson | null,
): Configuration {
  return {
    clients: [
      {
        client_id: CLIENT.clientId,
        client_secret: CLIENT.clientSecret,
        redirect_uris: [`${shop}/login/with/farm-id/callback`],
        response_types: ['code'],
        grant_types: ['authorization_code'],
      },
    ],
    jwks: { keys: [jwk] },
    cookies: { keys: ['only for tests'] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    conformIdTokenClaims: bare,
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    pkce: { required: () => true },
    findAccount: (_context, sub) => {
      const found = person();
      return { accountId: sub, claims: () => ({ ...found, sub }) };
    },
  };
}

/** Signs in and consents at once, as the test's person. */
async function answerForPerson(
  provider: Provider,
  { person }: OutsideProvider,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { params } = await provider.interactionDetails(request, response);
  if (!person) {
    const no = { error: 'access_denied', error_description: 'no' };
    return provider.interactionFinished(request, response, no);
  }
  const grant = new provider.Grant({ accountId: person.sub, clientId: String(params.client_id) });
  grant.addOIDCScope('openid email profile');
  const grantId = await grant.save();
  const yes = { login: { accountId: person.sub, remember: false }, consent: { grantId } };
  return provider.interactionFinished(request, response, yes);
}

/** Lets the test change the token endpoint's response. */
function spoilAnswer(outside: OutsideProvider, jwk: object, response: ServerResponse): void {
  const end = response.end.bind(response);
  response.end = ((body: unknown) => {
    void (async () => {
      const answer = JSON.parse(String(body)) as { id_token?: string };
      if (answer.id_token && outside.spoil) {
        const claims = outside.spoil(decodeJwt(answer.id_token));
        answer.id_token = await new SignJWT(claims)
          .setProtectedHeader({ alg: 'RS256', kid: 'theirs' })
          .sign(await importJWK(jwk, 'RS256'));
      }
      if (answer.id_token && outside.forge) answer.id_token = await outside.forge(answer.id_token);
      const text = JSON.stringify(answer);
      response.setHeader('Content-Length', Buffer.byteLength(text));
      end(text);
    })();
    return response;
  }) as typeof response.end;
}
