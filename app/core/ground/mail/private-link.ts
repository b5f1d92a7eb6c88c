/** Stores a mail's link that opens an account apart from its text, so that readers of the text cannot follow it. */

import type { MailLinkTarget } from '#kernel/statuses.ts';

/** Replaces the link in the text. The domain can never exist (RFC 2606). */
export const PRIVATE_LINK = 'https://private-link.invalid/';

/**
 * How many hours a link works after its mail was written. The rooms that make links decide; 'account' is the shorter
 * of a new password's and a new address's. 'nothing' is a sign-in page, which is not worth a late mail.
 */
export const linkHours = {
  account: 1,
  'sign-up': 24,
  invitation: 72,
  nothing: 0,
} as const satisfies Readonly<Record<MailLinkTarget, number>>;

/**
 * The `dedupeKey` of a mail with such a link, by which `withholdLinks` finds it.
 * @param opened what the link opens, as its room names it: a prefix of `verifications.identifier`, and the id
 */
export const linkedMailKey = (opened: string, requestId: string): string => `link:${opened}:${requestId}`;

type Words = { html: string; text: string };

/** The text with the link inserted, as its recipient gets it. */
export function withLink({ html, text }: Words, link: string): Words {
  return { html: html.replaceAll(PRIVATE_LINK, escapeHtml(link)), text: text.replaceAll(PRIVATE_LINK, link) };
}

/** The text for people who may not follow the link. */
export function withoutLink({ html, text }: Words): Words {
  return {
    html: html.replaceAll(PRIVATE_LINK, '#'),
    text: text.replaceAll(PRIVATE_LINK, '(the link is not shown)'),
  };
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
}
