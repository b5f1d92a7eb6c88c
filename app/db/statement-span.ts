/** A statement as a span: what it does to which table, without its text and its values. */
import { currentSpan, inSpan } from '#platform/tracing/span.ts';

/** The verb, and the first table; literals do not count. */
export function statementName(text: string): { operation: string; table: string | null } {
  const bare = text.replace(/'(?:[^']|'')*'/g, "''");
  const operation = /\b(?:select|insert|update|delete)\b/i.exec(bare)?.[0] ?? /^\s*(\w+)/.exec(bare)?.[1];
  const table = /\b(?:from|into|update)\s+(?:only\s+)?"?([a-z_][a-z0-9_.]*)"?/i.exec(bare)?.[1];
  return { operation: (operation ?? 'statement').toLowerCase(), table: table ?? null };
}

/**
 * Runs a statement as a part of the current span.
 * @param asked its text, or the driver's object with it
 */
export function inStatement<T>(asked: unknown, ask: () => Promise<T>): Promise<T> {
  if (currentSpan() === null) return ask();
  const text = typeof asked === 'string' ? asked : ((asked as { text?: string } | null)?.text ?? '');
  const { operation, table } = statementName(text);
  const attributes = {
    ...{ 'db.system.name': 'postgresql', 'db.operation.name': operation },
    ...(table === null ? {} : { 'db.collection.name': table }),
  };
  const name = table === null ? operation : `${operation} ${table}`;
  return inSpan({ name, kind: 'client', attributes }, ask);
}
