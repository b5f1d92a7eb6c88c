/** Who asks, as far as that is known before anything is computed for them: the shares of the gates count by it. */
import { LRUCache } from 'lru-cache';
import { type Actor, may } from '#core/access/actor.ts';
import { CLIENT_ADDRESS_HEADER } from '#core/identity/sessions/auth.server.ts';
import { sessionToken } from '#core/identity/sessions/session-cookie.server.ts';
import { addressBlock } from './client-address.ts';
import type { Visitor } from './gate.ts';

/** Sessions whose person is remembered. One that is forgotten counts by itself until its next answer. */
const MOST_SESSIONS = 10_000;

/** `userId` is null for a session that has ended: its cookie makes no one a person. */
type Person = { userId: string | null; worksHere: boolean };

export class Visitors {
  readonly #people = new LRUCache<string, Person>({ max: MOST_SESSIONS });

  /**
   * The visitor behind a request of ours (`ownRequest`). A session that we signed counts as a person until its first
   * answer, which costs no query; after that all sessions of one person count together, and an ended one as a guest.
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

  /** Remembers whose session a request bears; nothing where that is unknown, as while the database is away. */
  learn({ headers }: Request, actor: Actor | null): void {
    const token = sessionToken(headers.get('cookie'));
    if (token === null || actor === null) return;
    const userId = actor.kind === 'user' ? actor.userId : null;
    this.#people.set(token, { userId, worksHere: may(actor, 'backoffice.enter') });
  }
}
