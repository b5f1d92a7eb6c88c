/** Renders the tables of the books: sales, tax, cash, inventory, corrections. */
import { Link } from 'react-router';
import { CellLink, FiguresTable } from '#office/kit/figures-table.tsx';
import { Panel } from '#office/kit/panel.tsx';
import type { Figure, PresentedMonthEnd, presentFigures } from './present-month-end.ts';

type Tables = ReturnType<typeof presentFigures>;

const right = (label: string) => ({ label, right: true });

/** The figure, linked to its receipts. `of` names it for screen readers. */
function Linked({ figure, of }: { figure: Figure; of: string }) {
  return figure.to ? (
    <CellLink to={figure.to}>
      {figure.text}
      <span className="sr-only"> {of}: receipts</span>
    </CellLink>
  ) : (
    figure.text
  );
}

export function BookTables(tables: Tables | PresentedMonthEnd) {
  return (
    <div className="grid items-start gap-x-10 gap-y-10 xl:grid-cols-6">
      <Sales {...tables} />
      <Taxes {...tables} />
      <Inventory {...tables} />
      <Corrections {...tables} />
      <Cash {...tables} />
    </div>
  );
}

function Sales({ sales, total, orders, uncosted }: Tables) {
  const cells = ({ label, units, gross, discount, refunded, net, tax, cost }: Tables['total']) => [
    label,
    units,
    <Linked key="gross" figure={gross} of={`${label}, gross sales`} />,
    <Linked key="discount" figure={discount} of={`${label}, discounts`} />,
    <Linked key="refunded" figure={refunded} of={`${label}, refunds`} />,
    <Linked key="net" figure={net} of={`${label}, net sales`} />,
    <Linked key="tax" figure={tax} of={`${label}, tax`} />,
    <Linked key="cost" figure={cost} of={`${label}, cost of goods`} />,
  ];
  return (
    <Panel
      title="Sales by tax class"
      note={
        <>
          Orders: <TextLink figure={orders} />
        </>
      }
      className="break-inside-avoid xl:col-span-6"
    >
      <FiguresTable
        name="Sales by tax class"
        head={[
          { label: 'Tax class' },
          ...['Units', 'Gross sales', 'Discounts', 'Refunds', 'Net sales', 'Tax', 'Cost of goods'].map(right),
        ]}
        rows={sales.map((row) => ({ key: row.key, cells: cells(row) }))}
        total={cells(total)}
        empty="Nothing was sold on these days."
      />
      <p className="measure mt-2 text-xs text-ink-soft">
        Net sales are gross sales at list prices, less discounts and refunds. Tax is without the tax of
        refunds. Cost is the wholesale price on the day of the sale, less goods that came back.
      </p>
      {uncosted ? (
        <p className="mt-2 text-ink-soft">
          Cost of goods is not complete: no wholesale price is on file for <TextLink figure={uncosted} /> of
          net sales.
        </p>
      ) : null}
    </Panel>
  );
}

function Taxes({ taxes, taxTotal }: Tables) {
  return (
    <Panel title="Tax by rule" className="break-inside-avoid xl:col-span-6">
      <FiguresTable
        name="Tax by rule"
        head={[{ label: 'Rule' }, ...['Taxed amount', 'Tax charged', 'Tax refunded', 'Tax due'].map(right)]}
        rows={taxes.map(({ key, label, base, amount, refunded, net }) => ({
          key,
          cells: [
            label,
            <Linked key="base" figure={base} of={`${label}, taxed amount`} />,
            <Linked key="amount" figure={amount} of={`${label}, tax charged`} />,
            <Linked key="refunded" figure={refunded} of={`${label}, tax refunded`} />,
            <Linked key="net" figure={net} of={`${label}, tax due`} />,
          ],
        }))}
        total={['Total', '', '', '', taxTotal]}
        empty="No tax was charged on these days."
      />
    </Panel>
  );
}

function Cash({ persons, cash, cashIsByMonth, isRounded, cashTotal, cashDifference, open }: Tables) {
  const rounded = <T,>(cell: T) => (isRounded ? [cell] : []);
  const figures = ({ taken, returned, rounding, net }: Tables['cashTotal'], of: string) => [
    <Linked key="taken" figure={taken} of={`taken ${of}`} />,
    <Linked key="returned" figure={returned} of={`returned ${of}`} />,
    ...rounded(rounding),
    net,
  ];
  const columns = ['Taken', 'Returned', ...rounded('Rounding'), 'Cash'].map(right);
  const period = cashIsByMonth ? 'month' : 'day';
  return (
    <Panel title="Cash expected" className="xl:col-span-6">
      <FiguresTable
        name="Cash expected by person"
        head={[{ label: 'Person' }, ...columns]}
        rows={persons.map((row) => ({
          key: row.key,
          cells: [row.person, ...figures(row, `by ${row.person}`)],
        }))}
        total={['Total', ...figures(cashTotal, 'in all')]}
        empty="No cash was taken or returned on these days."
      />
      {cashDifference ? <p className="figures measure mt-2 text-ink-soft">{cashDifference}</p> : null}
      {open ? (
        <p className="mt-2 text-ink-soft">
          {open.label}: <TextLink figure={open.orders} /> {open.one ? 'order' : 'orders'} placed on these
          days, {open.total} with tax{open.inSales ? '' : ', not in the sales above'}.
        </p>
      ) : null}
      {cash.length > 0 ? (
        <details className="mt-4">
          <summary className="flex min-h-11 cursor-pointer items-center font-medium text-spruce-700">
            By {period} and person
          </summary>
          <FiguresTable
            name={`Cash expected by ${period} and person`}
            head={[{ label: cashIsByMonth ? 'Month' : 'Day' }, { label: 'Person' }, ...columns]}
            rows={cash.map((row) => ({
              key: row.key,
              cells: [
                <span key="day" className="whitespace-nowrap">
                  {row.day.to ? (
                    <CellLink to={row.day.to}>
                      {row.day.text}
                      <span className="sr-only">: cash report</span>
                    </CellLink>
                  ) : (
                    row.day.text
                  )}
                </span>,
                row.person,
                ...figures(row, `by ${row.person}, ${row.day.text}`),
              ],
            }))}
            empty=""
          />
        </details>
      ) : null}
    </Panel>
  );
}

/** A linked figure within a sentence. */
function TextLink({ figure }: { figure: Figure }) {
  return figure.to ? (
    <Link
      to={figure.to}
      className="-my-3 inline-block py-3 text-spruce-700 underline decoration-spruce-700/40 underline-offset-4 hover:decoration-current"
    >
      {figure.text}
      <span className="sr-only"> receipts</span>
    </Link>
  ) : (
    figure.text
  );
}

function Inventory({ inventory }: Tables) {
  return (
    <Panel title="Inventory" note="at wholesale prices" className="break-inside-avoid xl:col-span-6">
      <FiguresTable
        name="Inventory"
        head={[{ label: 'End of' }, ...['Units', 'Value', 'Units without a cost'].map(right)]}
        rows={inventory.map(({ label, day, value, units, without, isLate }) => ({
          key: label,
          cells: [
            <span key="day" className="whitespace-nowrap">
              {day}
              {isLate ? ' *' : ''}
            </span>,
            units,
            value,
            without ?? '0',
          ],
        }))}
        empty=""
      />
      {inventory.some(({ isLate }) => isLate) ? (
        <p className="measure mt-2 text-xs text-ink-soft">
          * Not recorded at the end of that day: at the wholesale prices of a later day.
        </p>
      ) : null}
    </Panel>
  );
}

function Corrections({ corrections }: Tables) {
  if (corrections.length === 0) return null;
  return (
    <Panel title="Corrections of earlier months" className="xl:col-span-6">
      <FiguresTable
        name="Corrections of earlier months"
        head={[
          { label: 'Order' },
          { label: 'What happened' },
          { label: 'Corrects' },
          { label: 'Counted on' },
          ...['Net sales', 'Tax', 'Cash'].map(right),
        ]}
        rows={corrections.map(({ key, number, what, day, bookedOn, net, tax, cash }) => ({
          key,
          cells: [
            <CellLink key="number" to={`/admin/orders/${number}`}>
              {number}
            </CellLink>,
            what,
            day,
            bookedOn,
            ...[net, tax, cash],
          ],
        }))}
        empty=""
      />
    </Panel>
  );
}
