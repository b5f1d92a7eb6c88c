/**
 * Renders two versions of a text compared: deletions struck out, additions marked, unchanged text shortened to its
 * edges.
 */
import type { TextLine } from './compare-texts.ts';

/** Unchanged lines shown around a change. */
const AROUND = 1;

export function TextDifferences({ lines }: { lines: readonly TextLine[] }) {
  if (lines.every(({ kind }) => kind === 'same')) return <p className="text-ink-soft">No differences.</p>;
  const near = lines.map((_, index) =>
    lines.slice(Math.max(0, index - AROUND), index + AROUND + 1).some(({ kind }) => kind !== 'same'),
  );
  return (
    <div className="measure space-y-1 rounded-control bg-surface p-4 font-mono text-xs wrap-break-word whitespace-pre-wrap inset-ring inset-ring-line">
      {lines.map((line, index) => {
        if (!near[index])
          return near[index - 1] || index === 0 ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines never change order
            <p key={index} className="text-ink-soft">
              <span aria-hidden="true">⋯</span>
              <span className="sr-only">Unchanged lines</span>
            </p>
          ) : null;
        // biome-ignore lint/suspicious/noArrayIndexKey: lines never change order
        return <Line key={index} line={line} />;
      })}
    </div>
  );
}

function Line({ line: { kind, text } }: { line: TextLine }) {
  if (text === '') return null;
  if (kind === 'same') return <p className="text-ink-soft">{text}</p>;
  return kind === 'added' ? (
    <p>
      <span className="sr-only">Added: </span>
      <ins className="bg-spruce-100 no-underline">{text}</ins>
    </p>
  ) : (
    <p>
      <span className="sr-only">Removed: </span>
      <del className="text-clay-700">{text}</del>
    </p>
  );
}
