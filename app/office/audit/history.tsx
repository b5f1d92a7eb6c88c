/** Renders what staff did to a record: who, when, the values before and after, and why. */
import { auditField, auditText, auditWords, labelsOf } from '#core/audit/audit.ts';
import type { AuditLine } from '#core/audit/audit-queries.server.ts';
import { auditLabels } from '#office/frame/audit-labels.ts';

export function History({ lines }: { lines: readonly AuditLine[] }) {
  if (lines.length === 0) return <p className="text-ink-soft">No changes by staff yet.</p>;
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
          <Changes line={line} />
        </li>
      ))}
    </ol>
  );
}

/** The fields of one entry, each from and to, and the reason. */
export function Changes({ line }: { line: AuditLine }) {
  const words = labelsOf(auditLabels, line);
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
