/** Renders how every watched part is, what is wrong first. */
import type { FindingState } from '#core/running/operations/doctor/finding.ts';
import { CALM_MINUTES } from '#core/running/operations/watch/incident.ts';
import { StatusBadge, type Tone } from '#ui/badge.tsx';
import type { Finding } from './operations-queries.server.ts';

const tones: Readonly<Record<FindingState, Tone>> = { ok: 'green', warning: 'yellow', problem: 'red' };
const labels: Readonly<Record<FindingState, string>> = { ok: 'OK', warning: 'Warning', problem: 'Problem' };

export function Findings({ findings }: { findings: readonly Finding[] }) {
  return (
    <ul aria-label="How the shop is doing" className="max-w-6xl divide-y divide-line border-y border-line">
      {findings.map((finding) => (
        <li
          key={finding.label}
          className="grid grid-cols-[6.5rem_minmax(0,1fr)] items-baseline max-[16em]:grid-cols-[minmax(0,1fr)] gap-x-4 gap-y-1 py-2 sm:grid-cols-[6.5rem_9rem_minmax(0,1fr)]"
        >
          <span>
            <StatusBadge tone={tones[finding.state]}>{labels[finding.state]}</StatusBadge>
          </span>
          <a
            href={finding.more}
            className="-my-2 inline-flex min-h-11 items-center font-medium underline underline-offset-4"
          >
            {finding.label}
          </a>
          <div className="col-span-full min-w-0 wrap-anywhere sm:col-auto">
            <p>{finding.text}</p>
            <Incident incident={finding.incident} />
          </div>
        </li>
      ))}
    </ul>
  );
}

function Incident({ incident }: { incident: Finding['incident'] }) {
  if (incident === null) return null;
  const { told, opened, fineSince } = incident;
  const people = told === 1 ? '1 admin was' : `${told} admins were`;
  return (
    <p className="figures text-sm text-ink-soft">
      Incident since {opened}; {people} notified.{' '}
      {fineSince
        ? `Fine since ${fineSince}: it closes after ${CALM_MINUTES} minutes without a problem.`
        : null}
    </p>
  );
}
