/** The few bits a page depends on besides its URL and the actor, read from cookies no one needs to trust. */
import { AGE_COOKIE, readCookie, VIEW_COOKIE } from '#platform/cookies.ts';

export type Visitor = {
  ageAffirmed: boolean;
  /** Goes round through four, so that four views show all four health warnings (docs/law.md, Warnings and wording). */
  view: number;
  /** Set-Cookie for the next view. */
  nextViewCookie: string;
};

const VIEWS = 4;

export function readVisitor(source: Headers | string): Visitor {
  const cookie = typeof source === 'string' ? source : (source.get('cookie') ?? '');
  const view = Number(readCookie(cookie, VIEW_COOKIE) ?? 0) % VIEWS || 0;
  const ageAffirmed = readCookie(cookie, AGE_COOKIE) !== null;
  return {
    ageAffirmed,
    view: Math.abs(Math.trunc(view)),
    nextViewCookie: `${VIEW_COOKIE}=${(Math.abs(Math.trunc(view)) + 1) % VIEWS}; Path=/; SameSite=Lax; Max-Age=2592000`,
  };
}
