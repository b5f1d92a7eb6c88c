/** Stores a mail's link that opens an account apart from its text, so that readers of the text cannot follow it. */

/** Replaces the link in the text. The domain can never exist (RFC 2606). */
export const PRIVATE_LINK = 'https://private-link.invalid/';

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
