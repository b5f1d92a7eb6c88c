/**
 * Writes a recall's text for each channel. Everyone gets the same, so the mail is rendered once, and each person's link
 * is inserted into it.
 */

import { type MailContent, mailFrame, renderMail } from '#core/ground/mail/render-mail.server.ts';
import { safetyJob } from '#core/ground/mail/sending-jobs.ts';
import type { NotificationRow } from '#core/ground/notifications/notify.server.ts';
import { isTelling, quietName } from '#core/ground/notifications/short-words.ts';
import type { Settings } from '#core/ground/settings/settings.ts';
import { paragraphsOf } from '#core/sales/promotions/promotion.ts';
import { mailOrigin } from '#platform/outgoing/mail.ts';
import { lotName, type RecallLot } from '../recall.ts';
import { recallPath } from '../recall-link.server.ts';
import { RecallMail } from './recall-mail.tsx';

/** Replaced in the mail by a person's own link. The domain can never exist (RFC 2606). */
const PLACEHOLDER = 'https://recall.invalid/';
/** The longest message the list of notifications has room for. */
const LONGEST_MESSAGE = 300;

export type WrittenRecall = {
  /** The title, unless it names the trade: anyone looking over the shoulder can read a list of mails. */
  subject: string;
  title: string;
  message: string;
  mail(number: number): MailContent;
};

export async function writeRecall(
  { title, words, lots }: { title: string; words: string; lots: readonly RecallLot[] },
  settings: Settings,
): Promise<WrittenRecall> {
  const paragraphs = paragraphsOf(words);
  const whole = await renderMail(
    <RecallMail
      frame={mailFrame(settings, true)}
      title={title}
      paragraphs={paragraphs}
      lots={lots.map(lotName)}
      answerUrl={PLACEHOLDER}
    />,
  );
  const [first = title] = paragraphs;
  return {
    subject: isTelling(title) ? `Safety notice from ${quietName(settings.store.name)}` : title,
    title,
    message:
      first.length <= LONGEST_MESSAGE
        ? first
        : `${first.slice(0, first.lastIndexOf(' ', LONGEST_MESSAGE - 1)).trimEnd()}…`,
    mail: (number) => {
      const link = mailOrigin() + recallPath(number);
      return {
        html: whole.html.replaceAll(PLACEHOLDER, link),
        text: whole.text.replaceAll(PLACEHOLDER, link),
      };
    },
  };
}

/** The same as one person's notification row (`notify`). */
export function recallRow(
  { subject, title, message, mail }: WrittenRecall,
  number: number,
): NotificationRow<null> {
  return {
    title: () => title,
    message: () => message,
    mailSubject: () => subject,
    mail: () => <></>,
    path: () => recallPath(number),
    inBulk: { queue: safetyJob, written: () => mail(number) },
  };
}
