/**
 * Renders the back office's one table: on the server, sorted by links in its headings, selected by plain checkboxes,
 * shown as cards on a phone. It has no state: the list's state is in the URL (`app/kernel/list-state.ts`).
 *
 * ```tsx
 * <DataTable
 *   caption="Orders" list={orderList} state={state} rows={rows} rowKey={(row) => row.id}
 *   columns={[
 *     { head: 'Order #', cell: (row) => <Link to={row.number}>{row.number}</Link>, primary: true },
 *     { head: 'Total', cell: (row) => price(row.total), align: 'right', sort: 'total' },
 *   ]}
 *   selection={{ form: 'bulk', label: (row) => row.number }}
 *   empty={<p>No orders yet.</p>}
 * />
 * ```
 */
import { type ReactNode, useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { type List, type ListState, splitSort } from '#kernel/list-state.ts';
import { ChevronDown, ChevronsUpDown, ChevronUp } from '#ui/icons.ts';
import { Notice } from '../notice.tsx';
import './data-table.css';
import { useTableKeys } from './use-table-keys.ts';

export type Column<Row, S extends string = string> = {
  /** The column's name: its heading, and the label beside its value on a card. */
  head: string;
  cell(row: Row): ReactNode;
  /** Numbers are right-aligned. */
  align?: 'right';
  /** The sort key of this column. */
  sort?: S;
  /** The value that names the row: the title of its card. Enter opens its link. */
  primary?: boolean;
  /** Hidden when space is short. */
  wideOnly?: boolean;
  /** Short values that must not wrap, so that only long text wraps when space is short. */
  fixed?: boolean;
};

type Props<Row, F extends string, S extends string> = {
  /** The table's caption for screen readers. */
  caption: string;
  list: List<F, S>;
  state: ListState<F, S>;
  rows: readonly Row[];
  rowKey(row: Row): string;
  columns: readonly Column<Row, S>[];
  /** Checkboxes named `ids` that belong to the form with this id. */
  selection?: { form: string; label(row: Row): string };
  /** A last row of totals, one entry per column. */
  totals?: readonly ReactNode[];
  empty: ReactNode;
  /** Why the rows could not be loaded; the list's filters stay usable. */
  error?: string | null;
};

export function DataTable<Row, F extends string, S extends string>(props: Props<Row, F, S>) {
  const { caption, rows, rowKey, columns, selection, totals, empty, error } = props;
  const table = useRef<HTMLTableElement>(null);
  useTableKeys(table);
  const shownState = props.list.query(props.state);
  if (error)
    return (
      <Notice tone="error" title={error}>
        We could not load this list. Nothing was changed. Reload the page to try again.
      </Notice>
    );
  if (rows.length === 0)
    return <div className="rounded-surface bg-cream px-4 py-12 text-center text-ink-soft">{empty}</div>;
  return (
    <table ref={table} className="data-table">
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr>
          {selection ? (
            <th scope="col" className="check">
              <SelectPage key={shownState} form={selection.form} />
            </th>
          ) : null}
          {columns.map((column) => (
            <Head key={column.head} column={column} list={props.list} state={props.state} />
          ))}
        </tr>
      </thead>
      {/* A new state has other rows: a row that is in both must not stay selected. */}
      <tbody key={shownState}>
        {rows.map((row) => (
          <tr key={rowKey(row)} data-row>
            {selection ? (
              <td className="check">
                <label>
                  <input
                    type="checkbox"
                    name="ids"
                    value={rowKey(row)}
                    form={selection.form}
                    aria-label={`Select ${selection.label(row)}`}
                  />
                </label>
              </td>
            ) : null}
            {columns.map((column) => (
              <td
                key={column.head}
                data-head={column.primary ? undefined : column.head}
                className={classOf(column)}
              >
                {column.cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
      {totals ? (
        <tfoot>
          <tr>
            {selection ? <td className="check" /> : null}
            {columns.map((column, index) => (
              <td key={column.head} data-head={column.head} className={classOf(column)}>
                {totals[index]}
              </td>
            ))}
          </tr>
        </tfoot>
      ) : null}
    </table>
  );
}

function classOf<Row, S extends string>(column: Column<Row, S>): string | undefined {
  const { align, primary, wideOnly, fixed } = column;
  const classes = [
    align === 'right' && 'right',
    primary && 'primary',
    wideOnly && 'wide-only',
    fixed && 'fixed-width',
  ];
  return classes.filter(Boolean).join(' ') || undefined;
}

/** A sortable heading is a link: the first press sorts in the usual direction, the next one reverses it. */
function Head<Row, F extends string, S extends string>({
  column,
  list,
  state,
}: {
  column: Column<Row, S>;
  list: List<F, S>;
  state: ListState<F, S>;
}) {
  const { by, descending } = splitSort<S>(state.sort);
  const isSorted = column.sort !== undefined && by === column.sort;
  const Icon = !isSorted ? ChevronsUpDown : descending ? ChevronDown : ChevronUp;
  return (
    <th
      scope="col"
      className={classOf(column)}
      aria-sort={isSorted ? (descending ? 'descending' : 'ascending') : undefined}
    >
      {column.sort === undefined ? (
        column.head
      ) : (
        <Link
          to={`?${list.query(state, { sort: isSorted && descending ? column.sort : `-${column.sort}` })}`}
          preventScrollReset
        >
          {column.head}
          <Icon aria-hidden="true" className="size-3.5" />
        </Link>
      )}
    </th>
  );
}

/** Selects every row of the page, and is checked while all rows are; only shown when scripts run. */
function SelectPage({ form }: { form: string }) {
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // Rows selected before scripts ran.
    if (box.current?.checked) tickAll(form, true);
    // The browser's own event: React does not report the first press after the form was reset, because it compares
    // with the state before the reset.
    const follow = ({ target }: Event) => {
      if (target !== null && target === box.current) {
        tickAll(form, box.current.checked);
        return;
      }
      const rows = boxesOf(form);
      if (box.current) box.current.checked = rows.length > 0 && rows.every(({ checked }) => checked);
    };
    document.addEventListener('change', follow);
    return () => document.removeEventListener('change', follow);
  }, [form]);
  return (
    <label className="scripted">
      <input
        ref={box}
        type="checkbox"
        // Part of the form, so that clearing the selection clears it too; it has no name, so it is not submitted.
        form={form}
        aria-label="Select all on this page"
      />
    </label>
  );
}

function boxesOf(form: string): HTMLInputElement[] {
  return [...document.querySelectorAll<HTMLInputElement>(`input[name="ids"][form="${CSS.escape(form)}"]`)];
}

function tickAll(form: string, checked: boolean): void {
  for (const box of boxesOf(form)) if (box.checked !== checked) box.click();
}
