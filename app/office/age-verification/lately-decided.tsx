/** Renders the latest decisions, each with a link to change it. */
import { Link } from 'react-router';
import { decisionLabel } from '#core/accounts/customers/age-decision.ts';
import type { LatelyDecidedCase } from '#core/accounts/customers/age-queue-queries.server.ts';

export function LatelyDecided({ lately }: { lately: readonly LatelyDecidedCase[] }) {
  return (
    <section aria-labelledby="lately" className="mt-10">
      <h2 id="lately" className="mb-3 text-lg">
        Recent decisions
      </h2>
      <ul className="flex flex-col">
        {lately.map((one) => (
          <li key={one.userId} className="flex flex-wrap items-center gap-x-3">
            <span className="min-w-0 break-words">{one.name}</span>
            <span className="text-ink-soft">{decisionLabel[one.decision]}</span>
            <Link
              to={`/admin/customers/${one.userId}#verification`}
              className="inline-flex min-h-11 items-center text-spruce-700 underline underline-offset-4"
            >
              Change<span className="sr-only"> the decision about {one.name}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
