/** Serves a promotion's mail for the frame on its page. */
import { requirePermission } from '#core/accounts/identity/sessions/guards.server.ts';
import { storeClock } from '#core/ground/settings/store-clock.server.ts';
import { previewPromotion } from '#core/sales/promotions/preview-promotion.server.ts';
import { mailDocument } from '#office/kit/mail-document.ts';
import type { Route } from './+types/promotion-html.resource';
import { readPromotion } from './promotions-queries.server.ts';

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const actor = requirePermission(context, 'promotions.send', request);
  const promotion = await readPromotion(actor, params.id, (await storeClock()).zone);
  const preview = promotion && (await previewPromotion(actor, promotion.words));
  if (!preview) return new Response('Promotion not found.', { status: 404 });
  return mailDocument(preview.content.html);
}
