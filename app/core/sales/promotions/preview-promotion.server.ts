/** Renders a promotion for each channel, with the reader's own unsubscribe link. */
import { type Actor, may } from '#core/ground/access/actor.ts';
import type { MailContent } from '#core/ground/mail/render-mail.server.ts';
import { unsubscribeUrl } from '#core/ground/notifications/unsubscribe-link.server.ts';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { type WrittenPromotion, writePromotion } from './emails/write-promotion.server.tsx';
import type { PromotionWords } from './promotion.ts';

export type PromotionPreview = Pick<WrittenPromotion, 'subject' | 'bell' | 'push' | 'sms'> & {
  content: MailContent;
};

/** Null for people who may not send promotions. */
export async function previewPromotion(
  actor: Actor,
  words: PromotionWords,
): Promise<PromotionPreview | null> {
  if (actor.kind !== 'user' || !may(actor, 'promotions.send')) return null;
  const { mail, ...written } = await writePromotion(words, await readSettings());
  return { ...written, content: mail(unsubscribeUrl({ userId: actor.userId, choice: 'promotion' })) };
}
