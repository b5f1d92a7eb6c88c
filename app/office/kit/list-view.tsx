/**
 * Renders a list page of the back office: title, saved views, filters, count, rows, pager. A route passes its list,
 * columns and texts; `read-list.server.ts` loads the rows.
 *
 * ```tsx
 * <ListPage
 *   title="Customers" path={PATH} list={customerList} shown={loaderData} count={['customer', 'customers']}
 *   actions={<ExportLink path={PATH} list={customerList} state={state} />}
 *   table={{ caption: 'Customers', columns, rowKey: (row) => row.id }}
 *   words={{ unmatched: 'No customers match.', all: 'Show all customers', none: 'No customers yet.' }}
 * />
 * ```
 */
import type { ComponentProps, ReactNode, Ref } from 'react';
import { shownColumns } from '#core/ground/saved-views/list-columns.ts';
import type { SavedView } from '#core/ground/saved-views/saved-view.ts';
import { countText, type List, type ListState, type NumberedPage } from '#kernel/list-state.ts';
import { ChooseColumns } from '#office/saved-views/choose-columns.tsx';
import { SavedViews } from '#office/saved-views/saved-views.tsx';
import { DataTable } from '#ui/data-table/data-table.tsx';
import { FilterBar } from '#ui/data-table/filter-bar.tsx';
import { Pager } from '#ui/data-table/pager.tsx';
import { EmptyList, type EmptyWords } from './empty-list.tsx';

type Shown<Row, F extends string, S extends string> = {
  state: ListState<F, S>;
  page: NumberedPage & { rows: readonly Row[] };
  /** Omitted by lists without saved views. */
  views?: readonly SavedView[];
  /** The columns that the person leaves out; omitted by lists whose columns one does not choose. */
  hidden?: readonly string[];
  /** Why the rows could not be loaded. */
  error?: string | null;
};

type Table<Row, F extends string, S extends string> = Pick<
  ComponentProps<typeof DataTable<Row, F, S>>,
  'caption' | 'columns' | 'rowKey' | 'selection'
>;

type Props<Row, F extends string, S extends string> = {
  title: string;
  titleRef?: Ref<HTMLHeadingElement>;
  /** The list's address. */
  path: string;
  list: List<F, S>;
  shown: Shown<Row, F, S>;
  /** Singular and plural of what is counted; without it the page shows no count. */
  count?: readonly [one: string, many: string];
  /** Shown instead of the count while something is in progress. */
  busyText?: string | null;
  countRef?: Ref<HTMLParagraphElement>;
  /** Beside the title. */
  actions?: ReactNode;
  /** Between title and filters. */
  above?: ReactNode;
  /** Between the rows and the pager, and below the pager. */
  beforePager?: ReactNode;
  below?: ReactNode;
  /** Rows on a full page, for lists that show the page's number. */
  pageSize?: number;
} & (
  | { table: Table<Row, F, S>; words: EmptyWords; children?: never }
  /** Rows that are not a table. */
  | { table?: never; words?: never; children: ReactNode }
);

export function ListPage<Row, F extends string, S extends string>(props: Props<Row, F, S>) {
  const { title, titleRef, path, list, shown, count, busyText, countRef, table, pageSize } = props;
  const { state, page, views, hidden, error = null } = shown;
  const query = list.query(state, { position: null });
  return (
    <>
      <div className="mb-4 flex flex-wrap items-baseline justify-between gap-x-4 gap-y-2">
        <h1
          ref={titleRef}
          tabIndex={titleRef ? -1 : undefined}
          className={titleRef ? 'text-2xl outline-none' : 'text-2xl'}
        >
          {title}
        </h1>
        {props.actions}
      </div>
      {props.above}
      <div className="mb-5 flex flex-col gap-4">
        {views ? <SavedViews list={list.name} path={path} query={query} views={views} /> : null}
        <FilterBar list={list} state={state} />
      </div>
      <div className="mb-2 flex flex-wrap items-center justify-between gap-x-4">
        {count ? (
          <p
            ref={countRef}
            tabIndex={countRef ? -1 : undefined}
            role="status"
            className="figures text-ink-soft"
          >
            {error ? '' : (busyText ?? countText(page.counted ?? 0, ...count))}
          </p>
        ) : (
          <span />
        )}
        {table && hidden ? (
          <ChooseColumns list={list.name} {...{ path, query, hidden }} columns={table.columns} />
        ) : null}
      </div>
      {table ? (
        <DataTable
          {...table}
          columns={shownColumns(table.columns, hidden ?? [])}
          list={list}
          state={state}
          rows={page.rows}
          error={error}
          empty={<EmptyList isFiltered={list.isFiltered(state)} path={path} words={props.words} />}
        />
      ) : (
        props.children
      )}
      {props.beforePager}
      <div className="mt-4">
        <Pager list={list} state={state} page={page} size={pageSize} />
      </div>
      {props.below}
    </>
  );
}
