/** The mail of a promotion, for the frame on its page. */
import { requirePermission } from '#features/identity/guards.server.ts';
import { mailDocument } from '#features/mail/mail-document.ts';
import { previewPromotion } from '#features/promotions/preview-promotion.server.ts';
import { readPromotion } from '#features/promotions/promotions-queries.server.ts';
import { storeClock } from '#features/settings/store-clock.server.ts';
import type { Route } from './+types/promotion-html';

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const actor = requirePermission(context, 'promotions.send', request);
  const promotion = await readPromotion(actor, params.id, (await storeClock()).zone);
  const preview = promotion && (await previewPromotion(actor, promotion.words));
  if (!preview) return new Response('There is no such promotion.', { status: 404 });
  return mailDocument(preview.content.html);
}
