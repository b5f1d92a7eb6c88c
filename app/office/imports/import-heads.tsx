/** Says how the columns of a file were read: whose file it is, which line has the names, which columns are left out. */
import { Form } from 'react-router';
import { Button } from '#ui/button.tsx';
import { SelectField } from '#ui/field.tsx';
import type { ImportHeads } from './imports-queries.server.ts';

const words = new Intl.ListFormat('en-US');

export function ImportHeadsRead({ heads, busy }: { heads: ImportHeads; busy: boolean }) {
  const { program, leftOut, lines, headAt } = heads;
  const bare = leftOut.filter(({ why }) => why === null).map(({ head }) => head);
  return (
    <div className="flex flex-col gap-2 text-ink-soft">
      {program ? <p>{`This is a file of ${program}. Its IDs are not used here.`}</p> : null}
      {leftOut.length > 0 ? (
        <div>
          <p className="wrap-anywhere">
            Left out: {words.format(leftOut.map(({ head }) => head))}.
            {bare.length > 0 ? ' To import one, choose it below under ‘Columns and new products’.' : ''}
          </p>
          <ul className="list-disc pl-5">
            {leftOut.flatMap(({ head, why }) =>
              why === null ? [] : [<li key={head}>{`${head}: ${why}`}</li>],
            )}
          </ul>
        </div>
      ) : null}
      {lines.length > 1 ? (
        <Form method="post" preventScrollReset className="flex flex-wrap items-end gap-3">
          <input type="hidden" name="intent" value="heads" />
          <div className="min-w-0 max-w-md flex-1 basis-60">
            <SelectField label="Column names are in" name="headAt" defaultValue={String(headAt)}>
              {lines.map((line, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: rows are identified by position
                <option key={at} value={at}>
                  {line}
                </option>
              ))}
            </SelectField>
          </div>
          <Button type="submit" rank="quiet" busy={busy} busyText="Reading…">
            Use this row
          </Button>
        </Form>
      ) : null}
    </div>
  );
}
