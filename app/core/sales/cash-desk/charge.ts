/** Defines who is in charge of the store during a shift, and why a change is refused. */

import { commonMessage } from '#kernel/problem.ts';
/** One span of one person. `until` is null while they are in charge; times as people read them. */
export type Charge = { person: string; since: string; until: string | null };

export type ChargeProblem =
  | { kind: 'not-allowed' }
  /** Someone changed it since the page was opened. */
  | { kind: 'changed'; person: string | null }
  /** The person does not work here any more. */
  | { kind: 'not-here' };

export function chargeMessage(problem: ChargeProblem): string {
  switch (problem.kind) {
    case 'changed':
      return problem.person === null
        ? 'No one is in charge now. Check, then press again.'
        : `${problem.person} is in charge now. Check, then press again.`;
    case 'not-here':
      return 'This person does not work at the counter. Choose another.';
    default:
      return commonMessage(problem);
  }
}

/** 'Ana Reyes, Nov 5, 2026 9:02 AM to 5:00 PM' or '… since then'. */
export const chargeWords = ({ person, since, until }: Charge): string =>
  until === null ? `${person}, since ${since}` : `${person}, ${since} to ${until}`;
