/** The few bits a page depends on besides its URL and the actor, read from cookies no one needs to trust. */
import { ageCookie, viewCookie } from '#platform/cookies.ts';

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
  const view = Number(viewCookie.read(cookie) ?? 0) % VIEWS || 0;
  const ageAffirmed = ageCookie.read(cookie) !== null;
  return {
    ageAffirmed,
    view: Math.abs(Math.trunc(view)),
    nextViewCookie: viewCookie.write(String((Math.abs(Math.trunc(view)) + 1) % VIEWS)),
  };
}
