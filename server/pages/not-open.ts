/**
 * Shows visitors one page while the shop is not open yet, and nothing of the store: its data may still be the shipped
 * sample. The entrances for the owner and staff stay open.
 */
import { type Actor, may } from '#core/ground/access/actor.ts';
import { readSettingsForFrame } from '#core/ground/settings/settings-queries.server.ts';
import { smallResponse } from '#platform/pages/small-page.ts';

/**
 * The pages staff need before they are signed in; each checks the visitor itself. A tablet stores /counter/offline without
 * its cookies.
 */
const waysIn =
  /^\/(?:admin|counter\/offline|login|set-up|join|forgot-password|reset-password|security|sign-out|passkey-options|live|api\/token|\.well-known)(?:[/.]|$)/i;

/** Printers ask before the shop opens: the owner sets them up, and rehearses with them. */
const printers = /^\/printers\//;

/** What customers can still use when a shop closes again: links in the mails they received, */
const linksInMail = /^\/(?:unsubscribe|confirm-email|undo-email-change)(?:[/.]|$)/i;
/** … and, signed in, their orders, their account and their data. */
const ownPages = /^\/(?:orders|profile|favorites|activity|notifications|your-data|photos)(?:[/.]|$)/i;

const words = {
  title: 'Not open yet.',
  text: 'This shop is being set up. Please come back soon.',
};
/** The owner and staff, also on their phones during a rehearsal. */
const also = { path: '/login?mode=admin', label: 'Staff sign-in' };
const RETRY_AFTER_SECONDS = '3600';

/** The response for a visitor who may not see the shop yet; null for everyone else, and while the shop is open. */
export async function notOpenYet(request: Request, actor: Actor): Promise<Response | null> {
  const { opening } = await readSettingsForFrame();
  if (opening.isOpen || may(actor, 'backoffice.enter')) return null;
  const { pathname } = new URL(request.url);
  if (waysIn.test(pathname) || printers.test(pathname) || linksInMail.test(pathname)) return null;
  if (actor.kind === 'user' && ownPages.test(pathname)) return null;
  const answer = smallResponse(503, request.headers.get('accept'), { words, again: '', also });
  answer.headers.set('Retry-After', RETRY_AFTER_SECONDS);
  return answer;
}
