/** /photos/{id}: a photo, for its owner and for staff; for everyone else it does not exist. Browsers never cache it. */

import { viewPhoto } from '#core/accounts/customers/view-photo.server.ts';
import { actorContext } from '#core/ground/access/actor-context.ts';
import type { Route } from './+types/photo.resource';

export async function loader({ params, context }: Route.LoaderArgs) {
  const actor = context.get(actorContext);
  const photo = await viewPhoto(actor, params.photoId);
  if (!photo) throw new Response('Not found', { status: 404 });
  return new Response(new Uint8Array(photo.bytes), {
    headers: {
      'Content-Type': photo.contentType,
      'Content-Length': String(photo.bytes.length),
      'Content-Disposition': 'inline',
      'Cache-Control': 'no-store',
    },
  });
}
