/** Renders a customer's latest activity for staff. */
import type { ActivityLine } from '#core/ground/activity/activity-queries.server.ts';

export function ActivityList({ lines }: { lines: readonly ActivityLine[] }) {
  if (lines.length === 0) return <p className="text-ink-soft">No activity yet.</p>;
  return (
    <ol className="divide-y divide-line border-y border-line">
      {lines.map((line) => (
        <li key={line.id} className="py-2">
          <p className="flex flex-wrap justify-between gap-x-4">
            <span className="min-w-0 break-words">{line.description}</span>
            <span className="figures sm:whitespace-nowrap text-ink-soft">{line.at}</span>
          </p>
          {line.details.length > 0 ? (
            <p className="break-words text-ink-soft">
              {line.details.map(({ label, value }) => `${label}: ${value}`).join(' · ')}
            </p>
          ) : null}
        </li>
      ))}
    </ol>
  );
}
