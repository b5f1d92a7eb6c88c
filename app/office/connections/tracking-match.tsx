/** Says which lots match the state's packages by tag, and names the first of those that do not. */
import { Link } from 'react-router';
import { formatNumber } from '#kernel/number.ts';
import { Notice } from '#ui/notice.tsx';
import type { Match } from './tracking-match-queries.server.ts';

export function TrackingMatch({ match: { isRunning, trouble, counts, lots, packages } }: { match: Match }) {
  return (
    <section aria-labelledby="match" className="measure mb-8">
      <h2 id="match" className="mb-3 text-xl">
        Lots and packages
      </h2>
      {isRunning ? <p className="mb-3">Comparing… This can take a minute.</p> : null}
      {trouble === null ? null : <Notice tone="error" title={trouble} className="mb-3" />}
      {counts === null ? null : (
        <p>
          {formatNumber(counts.matched)} of {formatNumber(counts.lots)} {counts.lots === 1 ? 'lot' : 'lots'}{' '}
          with units {counts.lots === 1 ? 'matches' : 'match'} a package by tag. The state has{' '}
          {formatNumber(counts.packages)} {counts.packages === 1 ? 'package' : 'packages'}.
        </p>
      )}
      <Unmatched title="Lots without a package" lines={lots} />
      <Unmatched title="Packages without a lot" lines={packages} />
      <Link
        to="/admin/state-tracking"
        className="mt-2 inline-flex min-h-11 items-center text-spruce-700 underline underline-offset-4"
      >
        Everything that differs
      </Link>
    </section>
  );
}

function Unmatched({ title, lines }: { title: string; lines: readonly string[] }) {
  if (lines.length === 0) return null;
  return (
    <>
      <h3 className="mt-4 mb-1 text-lg">{title}</h3>
      <ul className="wrap-anywhere">
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </>
  );
}
