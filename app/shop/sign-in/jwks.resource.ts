/** /.well-known/jwks.json: the public keys that verify access tokens (RFC 7517). */
import { KEYS_KEPT_SECONDS } from '#core/accounts/identity/sessions/access-token.ts';
import { readPublicKeys } from '#core/accounts/identity/sessions/signing-keys.server.ts';

export async function loader() {
  return Response.json(
    { keys: await readPublicKeys() },
    { headers: { 'Cache-Control': `public, max-age=${KEYS_KEPT_SECONDS}` } },
  );
}
