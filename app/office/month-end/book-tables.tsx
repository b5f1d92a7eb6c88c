/** Renders the tables of the books: sales, tax, cash, inventory, corrections. */
import { CellLink, FiguresTable } from '#office/analytics/figures-table.tsx';
import { Panel } from '#office/frame/panel.tsx';
import type { Figure, PresentedMonthEnd, presentFigures } from './present-month-end.ts';

type Tables = ReturnType<typeof presentFigures>;

const right = (label: string) => ({ label, right: true });

/** The figure, linked to its receipts. `of` names it for screen readers. */
function Linked({ figure, of }: { figure: Figure; of: string }) {
  return figure.to ? (
    <CellLink to={figure.to}>
      {figure.text}
      <span className="sr-only">, {of}: receipts</span>
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
    net.text,
    tax.text,
    cost.text,
  ];
  return (
    <Panel
      title="Sales by tax class"
      note={
        <>
          Orders: <Linked figure={orders} of="Orders" />
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
          Cost of goods is not complete: no wholesale price is on file for{' '}
          <Linked figure={uncosted} of="net sales without a cost" /> of net sales.
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
            base.text,
            <Linked key="amount" figure={amount} of={`${label}, tax charged`} />,
            <Linked key="refunded" figure={refunded} of={`${label}, tax refunded`} />,
            net.text,
          ],
        }))}
        total={['Total', '', '', '', taxTotal]}
        empty="No tax was charged on these days."
      />
    </Panel>
  );
}

function Cash({ cash, cashTotal, unpaid }: Tables) {
  return (
    <Panel title="Cash expected" note="by day and person" className="xl:col-span-6">
      <FiguresTable
        name="Cash expected"
        head={[{ label: 'Day' }, { label: 'Person' }, ...['Taken', 'Returned', 'Cash'].map(right)]}
        rows={cash.map(({ key, day, person, taken, returned, net }) => ({
          key,
          cells: [
            <span key="day" className="whitespace-nowrap">
              {day}
            </span>,
            person,
            <Linked key="taken" figure={taken} of={`taken by ${person}, ${day}`} />,
            <Linked key="returned" figure={returned} of={`returned by ${person}, ${day}`} />,
            net,
          ],
        }))}
        total={[
          'Total',
          '',
          <Linked key="taken" figure={cashTotal.taken} of="cash taken" />,
          <Linked key="returned" figure={cashTotal.returned} of="cash returned" />,
          cashTotal.net,
        ]}
        empty="No cash was taken or returned on these days."
      />
      {unpaid ? (
        <p className="mt-2 text-ink-soft">
          <Linked figure={unpaid.orders} of="orders not paid yet" /> {unpaid.one ? 'order' : 'orders'} of
          these days {unpaid.one ? 'is' : 'are'} not paid yet: {unpaid.total} with tax.
        </p>
      ) : null}
    </Panel>
  );
}

function Inventory({ inventory }: Tables) {
  return (
    <Panel title="Inventory" note="at wholesale prices" className="break-inside-avoid xl:col-span-6">
      <FiguresTable
        name="Inventory"
        head={[{ label: '' }, { label: 'End of' }, ...['Units', 'Value', 'Units without a cost'].map(right)]}
        rows={inventory.map(({ label, day, value, units, without, isLate }) => ({
          key: label,
          cells: [label, `${day}${isLate ? ' *' : ''}`, units, value, without ?? '0'],
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
