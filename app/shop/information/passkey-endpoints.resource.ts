/** /.well-known/passkey-endpoints: where password managers send people who want a passkey, or manage theirs (W3C). */
import { requestInfo } from '#platform/requests/request-context.ts';
import type { Route } from './+types/passkey-endpoints.resource';

export function loader({ context }: Route.LoaderArgs) {
  const page = `${context.get(requestInfo).origin}/security/passkeys`;
  return Response.json(
    { enroll: page, manage: page },
    { headers: { 'Cache-Control': 'public, max-age=3600' } },
  );
}
