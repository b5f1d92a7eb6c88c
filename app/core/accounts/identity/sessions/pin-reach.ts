/** What a session by PIN reaches: the counter, the office, and what their pages load. Anywhere else it is a guest. */
import type { Actor } from '#core/ground/access/actor.ts';

/**
 * Six digits, typed beside customers, must not open a person's own account: profile, password, orders, checkout. An
 * address that is not listed is closed, so a new page of the account is too.
 */
const reach =
  /^\/(?:counter|admin|live|sign-out|passkey-options|photos|lots|api\/generate-receipt)(?:[/.]|$)/i;

/** Who asks for this address: the actor, or a guest in place of a session by PIN outside its reach. */
export function actorAt(actor: Actor, pathname: string): Actor {
  const isOutside = actor.kind === 'user' && actor.byPin && !reach.test(pathname);
  return isOutside ? { kind: 'guest', byPin: true } : actor;
}
