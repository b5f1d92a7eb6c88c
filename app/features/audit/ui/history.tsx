/** What staff did to a thing: who, when, what changed from what to what, and why. */
import { type AuditLabels, auditField, auditText, auditWords, labelsOf } from '../audit.ts';
import type { AuditLine } from '../audit-queries.server.ts';

export function History({ lines, labels }: { lines: readonly AuditLine[]; labels: AuditLabels }) {
  if (lines.length === 0) return <p className="text-ink-soft">Nothing has been changed by staff.</p>;
  return (
    <ol className="space-y-4">
      {lines.map((line) => (
        <li key={line.id} className="border-l-2 border-line pl-4">
          <p>
            <span className="font-medium">{auditWords(line.action)}</span>{' '}
            <span className="text-ink-soft">
              by {line.who ?? 'the shop'} · <span className="figures">{line.at}</span>
            </span>
          </p>
          <Changes line={line} labels={labels} />
        </li>
      ))}
    </ol>
  );
}

/** The fields of one entry, each from and to, and the reason. */
export function Changes({ line, labels }: { line: AuditLine; labels: AuditLabels }) {
  const words = labelsOf(labels, line);
  return (
    <>
      {line.changes.length > 0 ? (
        <ul className="mt-1 text-ink-soft">
          {line.changes.map((change) => (
            <li key={change.field} className="wrap-anywhere">
              {auditField(change.field)}: {auditText(change.before, change.field, words)}{' '}
              <span aria-hidden="true">→</span>
              <span className="sr-only">to</span> {auditText(change.after, change.field, words)}
            </li>
          ))}
        </ul>
      ) : null}
      {line.reason ? <p className="wrap-anywhere mt-1 italic">“{line.reason}”</p> : null}
    </>
  );
}
