/** A mailed link that anyone can request for an email they type: what is refused, and the messages. */
import { assertNever } from '#kernel/result.ts';
import { tooManyAttempts, tooManyLinks } from './messages.ts';

/** `too-many-links`: for this email, whether it has an account or not. `seconds` until the next request counts. */
export type MailLinkProblem =
  | { kind: 'too-many-attempts'; seconds: number }
  | { kind: 'too-many-links'; seconds: number };

export function mailLinkMessage(problem: MailLinkProblem): string {
  switch (problem.kind) {
    case 'too-many-attempts':
      return tooManyAttempts(problem.seconds);
    case 'too-many-links':
      return tooManyLinks(problem.seconds);
    default:
      return assertNever(problem);
  }
}
