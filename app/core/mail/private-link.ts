/** The link of a mail that opens an account: kept apart from the words, so that who reads these cannot follow it. */

/** Stands in the words for the link. The domain can never exist (RFC 2606). */
export const PRIVATE_LINK = 'https://private-link.invalid/';

type Words = { html: string; text: string };

/** The words with the link in its place, as its recipient gets them. */
export function withLink({ html, text }: Words, link: string): Words {
  return { html: html.replaceAll(PRIVATE_LINK, escapeHtml(link)), text: text.replaceAll(PRIVATE_LINK, link) };
}

/** The words for those who may not follow the link. */
export function withoutLink({ html, text }: Words): Words {
  return {
    html: html.replaceAll(PRIVATE_LINK, '#'),
    text: text.replaceAll(PRIVATE_LINK, '(the link is not shown)'),
  };
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
}
