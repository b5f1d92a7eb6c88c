/**
 * While the shop is not open yet, visitors meet one page that says so, and nothing of the store: what is set up so far
 * may still be the shipped sample. The ways in for owner and staff stay open.
 */
import { type Actor, may } from '#core/access/actor.ts';
import { readSettingsForFrame } from '#core/settings/settings-queries.server.ts';
import { smallResponse } from '#platform/pages/small-page.ts';

/** What somebody of the back office needs before they are signed in; the addresses ask who it is by themselves. */
const waysIn =
  /^\/(?:admin|login|set-up|join|forgot-password|reset-password|security|sign-out|passkey-options|live|api\/token|\.well-known)(?:[/.]|$)/i;

/** What people keep in a shop that was closed again: the links of mails they were sent, */
const linksInMail = /^\/(?:unsubscribe|confirm-email|undo-email-change)(?:[/.]|$)/i;
/** … and signed in their orders, their account and their data. */
const ownPages = /^\/(?:orders|profile|favorites|activity|notifications|your-data|photos)(?:[/.]|$)/i;

const words = {
  title: 'Not open yet.',
  text: 'This shop is being set up. Please come back soon.',
};
const RETRY_AFTER_SECONDS = '3600';

/** The answer to whoever may not see the shop yet; null for everybody else, and while it is open. */
export async function notOpenYet(request: Request, actor: Actor): Promise<Response | null> {
  const { opening } = await readSettingsForFrame();
  if (opening.isOpen || may(actor, 'backoffice.enter')) return null;
  const { pathname } = new URL(request.url);
  if (waysIn.test(pathname) || linksInMail.test(pathname)) return null;
  if (actor.kind === 'user' && ownPages.test(pathname)) return null;
  const answer = smallResponse(503, request.headers.get('accept'), { words, again: '' });
  answer.headers.set('Retry-After', RETRY_AFTER_SECONDS);
  return answer;
}
