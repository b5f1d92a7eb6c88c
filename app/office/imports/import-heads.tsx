/** Says how the columns of a file were read: whose file it is, which line has the names, which columns are left out. */
import { Form } from 'react-router';
import { Button } from '#ui/button.tsx';
import { SelectField } from '#ui/field.tsx';
import type { ImportHeads } from './imports-queries.server.ts';

const words = new Intl.ListFormat('en-US');

export function ImportHeadsRead({
  heads,
  isOpen,
  busy,
}: {
  heads: ImportHeads;
  /** The choice of the line, expanded at first. */
  isOpen: boolean;
  busy: boolean;
}) {
  const { program, leftOut, lines, headAt } = heads;
  const bare = leftOut.filter(({ why }) => why === null).map(({ head }) => head);
  return (
    <div className="flex flex-col gap-2 text-ink-soft">
      {program ? <p>{`This is a file of ${program}. Its IDs are not used here.`}</p> : null}
      {bare.length > 0 ? (
        <p className="wrap-anywhere">
          {`Left out: ${words.format(bare)}. To import one, choose it under ‘Columns and new products’.`}
        </p>
      ) : null}
      {leftOut.map(({ head, why }, at) =>
        // biome-ignore lint/suspicious/noArrayIndexKey: two columns may have one name
        why === null ? null : <p key={at}>{`${head} is left out. ${why}`}</p>,
      )}
      {lines.length > 1 ? (
        <details open={isOpen}>
          <summary className="min-h-11 py-2.5">{`Column names: ${lines[headAt] ?? ''}`}</summary>
          <Form method="post" preventScrollReset className="flex flex-wrap items-end gap-3 pb-2">
            <input type="hidden" name="intent" value="heads" />
            <div className="min-w-0 max-w-lg flex-1 basis-60">
              <SelectField label="Line with the column names" name="headAt" defaultValue={String(headAt)}>
                {lines.map((line, at) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: rows are identified by position
                  <option key={at} value={at}>
                    {line}
                  </option>
                ))}
              </SelectField>
            </div>
            <Button type="submit" rank="secondary" busy={busy} busyText="Reading…">
              Use this line
            </Button>
          </Form>
        </details>
      ) : null}
    </div>
  );
}
