/** Says what became of reports to the state, where people work: each with a link to its page. Nothing without any. */
import { Link } from 'react-router';
import type { ActLine } from '#core/goods/tracking/reports/act-lines-queries.server.ts';
import { actStatusLabel, actStatusTone } from '#core/goods/tracking/reports/act-words.ts';
import { StatusBadge } from '#ui/badge.tsx';

export function StateLines({ lines, className = '' }: { lines: readonly ActLine[]; className?: string }) {
  if (lines.length === 0) return null;
  return (
    <ul className={`divide-y divide-line border-y border-line ${className}`}>
      {lines.map((line) => (
        <li key={line.id} className="flex flex-wrap items-center gap-x-3 py-1">
          <Link
            to={`/admin/state-tracking/acts/${line.id}`}
            className="inline-flex min-h-11 items-center wrap-anywhere underline underline-offset-4"
          >
            {line.title}
          </Link>
          <StateMark line={line} />
        </li>
      ))}
    </ul>
  );
}

/** The status as a badge if a person has to look, and what became of it. */
function StateMark({ line: { status, fate } }: { line: ActLine }) {
  return (
    <>
      {status === 'refused' ? (
        <StatusBadge tone={actStatusTone.refused}>{actStatusLabel.refused}</StatusBadge>
      ) : null}
      <span className="figures min-w-0 wrap-anywhere text-ink-soft">{fate}</span>
    </>
  );
}

/** One report below a record: 'State tracking: Reported 2:14 PM'. */
export function StateLine({ line, className = '' }: { line: ActLine | undefined; className?: string }) {
  if (!line) return null;
  return (
    <p className={`flex flex-wrap items-center gap-x-3 ${className}`}>
      <Link
        to={`/admin/state-tracking/acts/${line.id}`}
        className="inline-flex min-h-11 items-center underline underline-offset-4"
      >
        State tracking
      </Link>
      <StateMark line={line} />
    </p>
  );
}
