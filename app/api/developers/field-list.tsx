/** Lists fields or parameters: name and type, and below them what they mean. */
import type { FieldRow } from './api-view.ts';

export function FieldList({ rows }: { rows: readonly FieldRow[] }) {
  if (rows.length === 0) return <p className="text-sm text-ink-soft">An empty object.</p>;
  return (
    <dl className="border-t border-line text-sm">
      {rows.map((row) => (
        <div key={row.name} className="flex flex-wrap items-baseline gap-x-3 border-b border-line py-2.5">
          <dt>
            <code className="font-mono font-semibold wrap-anywhere">{row.name}</code>
          </dt>
          <dd className="text-ink-soft">
            <TypeWords {...row} />
            {noteOf(row)}
            {row.place === 'header' ? ' · header' : null}
          </dd>
          {row.words ? (
            <dd className="mt-0.5 w-full">
              <WithCode text={row.words} />
            </dd>
          ) : null}
        </div>
      ))}
    </dl>
  );
}

/** Most fields are always there, and most parameters are not needed. */
function noteOf({ place, isRequired }: FieldRow): string | null {
  if (place === null) return isRequired ? null : ' · optional';
  return isRequired ? ' · required' : null;
}

function TypeWords({ type, refersTo }: Pick<FieldRow, 'type' | 'refersTo'>) {
  return (
    <>
      {type}
      {refersTo ? (
        <>
          {type ? ' ' : null}
          <SchemaLink name={refersTo} />
        </>
      ) : null}
    </>
  );
}

export function SchemaLink({ name }: { name: string }) {
  return (
    <a href={`#schema-${name}`} className="font-mono text-spruce-700 underline underline-offset-4">
      {name}
    </a>
  );
}

/** Text with `code` between backticks. */
export function WithCode({ text }: { text: string }) {
  return text.split('`').map((piece, at) =>
    at % 2 === 0 ? (
      piece
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: pieces of a text never change order
      <code key={at} className="font-mono text-[0.92em] wrap-anywhere">
        {piece}
      </code>
    ),
  );
}
