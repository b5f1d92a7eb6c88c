/** Identifies visitors as far as possible before any other work: the gates base their shares on it. */
import { LRUCache } from 'lru-cache';
import { CLIENT_ADDRESS_HEADER } from '#core/accounts/identity/sessions/client-address.server.ts';
import { sessionToken } from '#core/accounts/identity/sessions/session-cookie.server.ts';
import { type Actor, may } from '#core/ground/access/actor.ts';
import { addressBlock } from '#server/http/client-address.ts';
import type { Visitor } from './gate.ts';

/** Sessions whose person is cached. An evicted one counts as a separate person until its next response. */
const MOST_SESSIONS = 10_000;

/** `userId` is null for an ended session: its cookie identifies no person. */
type Person = { userId: string | null; worksHere: boolean };

export class Visitors {
  readonly #people = new LRUCache<string, Person>({ max: MOST_SESSIONS });

  /**
   * The visitor of a normalized request (`ownRequest`). A session that we signed counts as a person until its first
   * response, which costs no query; after that, all sessions of one person count together, and an ended one counts as a
   * guest.
   */
  of({ headers }: Request): Visitor & { worksHere: boolean } {
    const address = addressBlock(headers.get(CLIENT_ADDRESS_HEADER) ?? '');
    const token = sessionToken(headers.get('cookie'));
    if (token === null) return { address, person: null, worksHere: false };
    const person = this.#people.get(token);
    return {
      address,
      person: person === undefined ? token : person.userId,
      worksHere: person?.worksHere ?? false,
    };
  }

  /** Caches the owner of a request's session; does nothing if that is unknown, as while the database is down. */
  learn({ headers }: Request, actor: Actor | null): void {
    const token = sessionToken(headers.get('cookie'));
    if (token === null || actor === null) return;
    const userId = actor.kind === 'user' ? actor.userId : null;
    this.#people.set(token, { userId, worksHere: may(actor, 'backoffice.enter') });
  }
}
