/**
 * Writes a promotion's text for each channel. Everyone gets the same, so the mail is rendered once, and each person's
 * unsubscribe link is inserted into it.
 */

import { type MailContent, mailFrame, renderMail } from '#core/ground/mail/render-mail.server.ts';
import { bulkJob } from '#core/ground/mail/sending-jobs.ts';
import { notificationTable } from '#core/ground/notifications/notification-table.ts';
import type { NotificationRow } from '#core/ground/notifications/notify.server.ts';
import { isTelling, quietName, smsText } from '#core/ground/notifications/short-words.ts';
import type { Settings } from '#core/ground/settings/settings.ts';
import { formatDate, parseDate } from '#kernel/time.ts';
import { mailOrigin } from '#platform/outgoing/mail.ts';
import { UnsubscribeUrl } from '#ui/email/mail-layout.tsx';
import { type PromotionWords, paragraphsOf } from '../promotion.ts';
import { PromotionMail } from './promotion-mail.tsx';

/** Replaced in the mail by a person's own link. The domain can never exist (RFC 2606). */
const PLACEHOLDER = 'https://unsubscribe.invalid/';
/** The longest message the list of notifications has room for. */
const LONGEST_MESSAGE = 300;

export type WrittenPromotion = {
  /**
   * The mail's subject: the title, unless it names the trade, because anyone looking over the shoulder can read a list
   * of mails.
   */
  subject: string;
  mail(unsubscribeUrl: string): MailContent;
  bell: { title: string; message: string };
  /** The text on a lock screen and in a text message. */
  push: { title: string; body: string };
  sms: string;
};

export async function writePromotion(words: PromotionWords, settings: Settings): Promise<WrittenPromotion> {
  const { title, path, offer } = words;
  const paragraphs = paragraphsOf(words.words);
  const days = offer && `From ${inWords(offer.from)} through ${inWords(offer.until)}`;
  const whole = await renderMail(
    <UnsubscribeUrl value={PLACEHOLDER}>
      <PromotionMail
        frame={mailFrame(settings, true)}
        title={title}
        paragraphs={paragraphs}
        path={path}
        offer={offer && days ? { terms: offer.terms, days } : null}
      />
    </UnsubscribeUrl>,
  );
  const { brief } = notificationTable.promotion;
  const { name } = settings.store;
  return {
    subject: isTelling(title) ? `News from ${quietName(name)}` : title,
    mail: (unsubscribeUrl) => ({
      html: whole.html.replaceAll(PLACEHOLDER, unsubscribeUrl.replaceAll('&', '&amp;')),
      text: whole.text.replaceAll(PLACEHOLDER, unsubscribeUrl),
    }),
    bell: { title, message: [shortened(paragraphs[0] ?? ''), days && `${days}.`].filter(Boolean).join(' ') },
    push: { title: quietName(name), body: brief },
    sms: smsText(name, brief, `${mailOrigin()}${path ?? '/notifications'}`),
  };
}

/** The same as a notification row (`notify`). */
export function promotionRow(
  { subject, mail, bell }: WrittenPromotion,
  path: string | null,
): NotificationRow<null> {
  return {
    title: () => bell.title,
    message: () => bell.message,
    mailSubject: () => subject,
    mail: () => <></>,
    inBulk: { queue: bulkJob, written: (unsubscribeUrl) => mail(unsubscribeUrl ?? '') },
    ...(path === null ? {} : { path: () => path }),
  };
}

function inWords(day: string): string {
  const date = parseDate(day);
  return date ? formatDate(date) : day;
}

const shortened = (text: string) =>
  text.length <= LONGEST_MESSAGE
    ? text
    : `${text.slice(0, text.lastIndexOf(' ', LONGEST_MESSAGE - 1)).trimEnd()}…`;
