/** Asks of new products whose name exists in another size whether they are the same product. */
import { useId } from 'react';
import { Form } from 'react-router';
import { rowCount } from '#core/goods/catalogue/imports/product-import.ts';
import { Button } from '#ui/button.tsx';
import { SelectField } from '#ui/field.tsx';
import type { ImportView, NamesakeRow } from './imports-queries.server.ts';

const sizeText = (size: string | null) => size ?? 'no size';

export function SameProducts({
  found,
  rows,
  count,
  busy,
}: {
  found: ImportView;
  rows: readonly NamesakeRow[];
  /** Rows in the file; `rows` are the first of them. */
  count: number;
  busy: boolean;
}) {
  const id = useId();
  if (rows.length === 0) return null;
  return (
    <section aria-labelledby={id} className="rounded-surface bg-cream p-4">
      <h3 id={id} className="font-semibold">
        Same product? {rowCount(count)} with a name that exists in another size
      </h3>
      <p className="mt-1 text-ink-soft">
        They are added as new sizes. Choose the product if its size is only written differently: the row then
        updates it.
      </p>
      <Form method="post" preventScrollReset className="mt-3 flex flex-col gap-3">
        <input type="hidden" name="intent" value="same" />
        <input type="hidden" name="preview" value={found.preview} />
        <div className="grid gap-3 sm:grid-cols-2">
          {rows.map(({ line, name, size, others }) => (
            <SelectField
              key={line}
              label={`Line ${line}: ${name}, ${sizeText(size)}`}
              name={`same-${line}`}
              defaultValue={String(found.options.same?.[line] ?? '')}
            >
              <option value="">New size</option>
              {others.map((other) => (
                <option key={other.id} value={other.id}>
                  Same as {sizeText(other.size)} (ID {other.id})
                </option>
              ))}
            </SelectField>
          ))}
        </div>
        {count > rows.length ? (
          <p className="text-ink-soft">
            The first {rows.length} of {rowCount(count)}. For the others, enter the product’s ID in the file.
          </p>
        ) : null}
        <div>
          <Button
            type="submit"
            rank="secondary"
            size="small"
            className="min-h-11"
            busy={busy}
            busyText="Comparing…"
          >
            Compare again
          </Button>
        </div>
      </Form>
    </section>
  );
}
