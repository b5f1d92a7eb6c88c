/** Renders one uploaded file: what is in it, and which column is what, with examples of each. */
import { Form } from 'react-router';
import type { ShownFile } from '#core/running/move-in/files/file-move-queries.server.ts';
import {
  fieldsOf,
  type ListKind,
  listKindLabel,
  listKinds,
  missingFields,
} from '#core/running/move-in/files/list-fields.ts';
import { formatNumber } from '#kernel/number.ts';
import { Button } from '#ui/button.tsx';
import { Select, SelectField } from '#ui/field.tsx';
import { Notice } from '#ui/notice.tsx';

export function FileColumns({ file, busy }: { file: ShownFile; busy: boolean }) {
  const { id, name, rows, system, kind, mapping, columns } = file;
  const needs = kind === null ? [] : missingFields(kind, mapping);
  const fieldAt = new Map(Object.entries(mapping).map(([field, at]) => [at, field]));
  const isAsked = kind === null || needs.length > 0;
  return (
    <li className="rounded-surface border border-line p-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h3 className="min-w-0 text-base font-medium break-words" translate="no">
          {name}
        </h3>
        <Form method="post">
          <input type="hidden" name="file" value={id} />
          <Button type="submit" name="intent" value="remove" rank="quiet" size="small" className="min-h-11">
            Remove<span className="sr-only"> {name}</span>
          </Button>
        </Form>
      </div>
      <p className="figures text-ink-soft">
        {formatNumber(rows)} {rows === 1 ? 'row' : 'rows'}
        {kind === null ? '' : ` of ${listKindLabel[kind].toLowerCase()}`}
        {system === null ? ', of no system we know' : `, exported by ${system}`}
      </p>
      {isAsked ? (
        <Notice
          tone="caution"
          className="mt-3"
          title={
            kind === null
              ? 'We cannot tell what is in this file. Choose it below.'
              : `Choose which column is ${needs.join(', and which ')}.`
          }
        />
      ) : null}
      {kind === null ? <KindForm id={id} kind={kind} /> : null}
      {kind === null ? null : (
        <details open={isAsked} className="mt-3">
          <summary className="min-h-11 py-3 font-medium">
            Columns: {fieldAt.size} of {columns.length} are brought
          </summary>
          <KindForm id={id} kind={kind} />
          <Form method="post" key={JSON.stringify(mapping)} className="mt-4">
            <input type="hidden" name="file" value={id} />
            <input type="hidden" name="intent" value="columns" />
            <ul>
              {columns.map((column) => (
                <ColumnRow
                  key={column.at}
                  fileId={id}
                  column={column}
                  kind={kind}
                  field={fieldAt.get(column.at)}
                />
              ))}
            </ul>
            <Button type="submit" rank="secondary" busy={busy} busyText="Saving…" className="mt-3">
              Save columns
            </Button>
          </Form>
        </details>
      )}
    </li>
  );
}

function ColumnRow({
  fileId,
  column: { at, head, examples },
  kind,
  field = '',
}: {
  fileId: string;
  column: ShownFile['columns'][number];
  kind: ListKind;
  field: string | undefined;
}) {
  const id = `${fileId}-${at}`;
  return (
    <li className="grid items-start gap-x-4 gap-y-1 border-t border-line py-2 sm:grid-cols-2">
      <label htmlFor={id} className="min-w-0">
        <span className="font-medium break-words" translate="no">
          {head || `Column ${at + 1}`}
        </span>
        <span className="block text-sm break-words text-ink-soft" translate="no">
          {examples.length === 0 ? 'Empty in the first rows' : examples.join(' · ')}
        </span>
      </label>
      <Select id={id} name={`column-${at}`} defaultValue={field}>
        <option value="">Not brought</option>
        {fieldsOf(kind).map(([each, { label }]) => (
          <option key={each} value={each}>
            {label}
          </option>
        ))}
      </Select>
    </li>
  );
}

function KindForm({ id, kind }: Pick<ShownFile, 'id' | 'kind'>) {
  return (
    <Form method="post" className="mt-3 flex flex-wrap items-end gap-3">
      <input type="hidden" name="file" value={id} />
      <input type="hidden" name="intent" value="kind" />
      <SelectField label="What is in it" name="kind" id={`kind-${id}`} defaultValue={kind ?? ''} key={kind}>
        {kind === null ? <option value="">Choose</option> : null}
        {listKinds.map((each) => (
          <option key={each} value={each}>
            {listKindLabel[each]}
          </option>
        ))}
      </SelectField>
      <Button type="submit" rank="secondary">
        {kind === null ? 'Choose' : 'Change'}
      </Button>
    </Form>
  );
}
