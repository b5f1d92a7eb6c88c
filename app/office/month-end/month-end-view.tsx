/** Renders the books of a span: whether its month is closed, the tables, and what was closed before. */

import { CellLink, FiguresTable } from '#office/kit/figures-table.tsx';
import { Panel } from '#office/kit/panel.tsx';
import { ButtonLink } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import { BookTables } from './book-tables.tsx';
import type { PresentedMonthEnd } from './present-month-end.ts';
import { TaxReturnTables } from './tax-return-tables.tsx';

export function MonthEndView(shown: PresentedMonthEnd) {
  const { days, basis, state, later, history, isEmpty } = shown;
  return (
    <>
      <p role="status" className="figures mt-4 mb-1 font-medium">
        {days}
      </p>
      <p className="measure mb-6 text-ink-soft">
        {basis} Order Analytics counts orders on the day they were placed.
      </p>
      {state ? (
        <div className="mb-6 flex max-w-3xl flex-wrap items-center gap-x-6 gap-y-3">
          <p className={state.kind === 'closed' ? 'font-medium' : 'text-ink-soft'}>{state.words}</p>
          {state.to ? (
            <ButtonLink
              to={state.to}
              rank={state.kind === 'open' ? 'primary' : 'secondary'}
              size="small"
              className="min-h-11 print:hidden"
            >
              {state.kind === 'open' ? `Close ${state.label}` : `Reopen ${state.label}`}
            </ButtonLink>
          ) : null}
        </div>
      ) : null}
      {later ? (
        <Notice tone="caution" title="Changed since it was closed" className="mb-6 max-w-3xl">
          {later}
        </Notice>
      ) : null}
      {isEmpty ? (
        <p className="mb-8 rounded-control bg-cream px-4 py-8 text-center text-ink-soft">
          No sales and no cash on these days.
        </p>
      ) : null}
      <BookTables {...shown} />
      {shown.taxReturn ? <TaxReturnTables {...shown.taxReturn} /> : null}
      <Panel title="Closed months" className="mt-10 max-w-4xl break-inside-avoid">
        <FiguresTable
          name="Closed months"
          head={[
            { label: 'Month' },
            { label: 'What' },
            { label: 'When' },
            { label: 'Who' },
            { label: 'Reason' },
          ]}
          rows={history.map(({ id, month, what, at, by, reason }) => ({
            key: id,
            cells: [
              <CellLink key="month" to={month.to}>
                {month.label}
              </CellLink>,
              what,
              at,
              by,
              reason ?? '',
            ],
          }))}
          empty="No month has been closed yet."
        />
      </Panel>
    </>
  );
}
