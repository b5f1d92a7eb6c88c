/** Renders what staff did to a record: who, when, the values before and after, and why. */
import { Link } from 'react-router';
import type { ChangeWords, Piece } from '#core/ground/audit/audit-words.ts';
import type { WordedLine } from './history-queries.server.ts';

export function History({ lines }: { lines: readonly WordedLine[] }) {
  if (lines.length === 0) return <p className="text-ink-soft">No changes by staff yet.</p>;
  return (
    <ol className="space-y-4">
      {lines.map((line) => (
        <li key={line.id} className="border-l-2 border-line pl-4">
          <p>
            <span className="font-medium">{line.what}</span>{' '}
            <span className="text-ink-soft">
              by {line.who ?? 'the shop'}
              {line.email ? ` (${line.email})` : ''} · <span className="figures">{line.at}</span>
            </span>
          </p>
          <Changes line={line} />
        </li>
      ))}
    </ol>
  );
}

/** The fields of one entry, each from and to, and the reason. */
export function Changes({ line }: { line: WordedLine }) {
  return (
    <>
      {line.changes.length > 0 ? (
        <ul className="mt-1 text-ink-soft">
          {line.changes.map((change) => (
            <li key={change.label} className="wrap-anywhere">
              <Change of={change} />
            </li>
          ))}
        </ul>
      ) : null}
      {line.reason ? <p className="wrap-anywhere mt-1 italic">“{line.reason}”</p> : null}
    </>
  );
}

function Change({ of: { label, kind, before, after } }: { of: ChangeWords }) {
  const [was, is] = [<Pieces key="was" of={before} />, <Pieces key="is" of={after} />];
  if (kind === 'stated')
    return (
      <>
        {label}: {is}
      </>
    );
  if (kind === 'set')
    return (
      <>
        {label}: set to {is}
      </>
    );
  if (kind === 'cleared')
    return (
      <>
        {label}: cleared (was {was})
      </>
    );
  return (
    <>
      {label}: {was} <span aria-hidden="true">→</span>
      <span className="sr-only">to</span> {is}
    </>
  );
}

function Pieces({ of: pieces }: { of: readonly Piece[] }) {
  return pieces.map(({ text, to }, at) =>
    to ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one text never move.
      <Link key={at} to={to}>
        {text}
      </Link>
    ) : (
      text
    ),
  );
}
