/** Renders the report of a day's cash: the day, each drawer, each person, and what was moved by hand. */
import {
  type CashDay,
  carriedOutOf,
  isEmptyDay,
  isRounded,
  openDrawersOf,
  takenOn,
  totalsOf,
} from '#core/sales/cash-desk/cash-day.ts';
import { movedLabels, personLabel } from '#core/sales/cash-desk/cash-day-rows.ts';
import { chargeWords } from '#core/sales/cash-desk/charge.ts';
import { drawerName, entryLabel } from '#core/sales/cash-desk/drawer.ts';
import { LateCashNotice } from '#core/sales/cash-desk/ui/late-cash-notice.tsx';
import { cents, formatCents } from '#kernel/money.ts';
import { FiguresTable } from '#office/kit/figures-table.tsx';
import { Panel } from '#office/kit/panel.tsx';
import { Notice } from '#ui/notice.tsx';
import { Variance } from './drawer-columns.tsx';

const money = (amount: number) => formatCents(cents(amount));
const right = (label: string) => ({ label, right: true });

export function CashDayView({ report }: { report: CashDay }) {
  const inCharge = report.charges.length > 0 ? <InCharge charges={report.charges} /> : null;
  const refused = report.refused.length > 0 ? <RefusedOfDay refused={report.refused} /> : null;
  if (isEmptyDay(report))
    return (
      <div className="flex flex-col gap-10">
        <p className="text-ink-soft">No drawer was open on this day, and no cash was taken or returned.</p>
        {refused}
        {inCharge}
      </div>
    );
  const { taken, returned, rounding, cash } = takenOn(report);
  const rounded = <T,>(cell: T) => (isRounded(report) ? [cell] : []);
  const { outside } = report;
  return (
    <div className="flex flex-col gap-10">
      {outside.sales + outside.refunds > 0 ? (
        <Notice tone="caution" className="max-w-3xl" title="Some cash was outside a drawer.">
          {money(outside.sales)} taken and {money(outside.refunds)} returned while no drawer was open. They
          count by person, but in no drawer.
        </Notice>
      ) : null}
      <LateCashNotice late={report.late} className="max-w-3xl" />
      <Drawers report={report} />
      {refused}
      {inCharge}
      <div className="grid items-start gap-10 xl:grid-cols-2">
        <Panel title="By person" note={`Cash of the day: ${money(cash)}`}>
          <FiguresTable
            name="Cash by person"
            head={[
              { label: 'Person' },
              ...['Payments', 'Taken', 'Refunds', 'Returned', ...rounded('Rounding')].map(right),
            ]}
            rows={report.people.map(({ person, payments, taken, refunds, returned, rounding }, at) => ({
              key: String(at),
              cells: [
                ...[personLabel(person), payments, money(taken), refunds, money(returned)],
                ...rounded(money(rounding)),
              ],
            }))}
            total={['Total', '', money(taken), '', money(returned), ...rounded(money(rounding))]}
            empty="No cash was taken or returned on this day."
          />
        </Panel>
        <Panel title="Drops, pay-outs and pay-ins">
          <FiguresTable
            name="Drops, pay-outs and pay-ins"
            head={[
              ...['Time', 'Drawer', 'What', 'Person', 'For'].map((label) => ({ label })),
              right('Amount'),
            ]}
            rows={report.entries.map(({ at, drawer, kind, isReversal, amount, reason, by }, nth) => ({
              key: String(nth),
              cells: [
                <span key="at" className="whitespace-nowrap">
                  {at}
                </span>,
                ...[drawer, `${isReversal ? 'Reversed: ' : ''}${entryLabel[kind]}`, by, reason],
                money(amount),
              ],
            }))}
            empty="No drops, pay-outs or pay-ins on this day."
          />
        </Panel>
      </div>
    </div>
  );
}

function RefusedOfDay({ refused }: Pick<CashDay, 'refused'>) {
  return (
    <Panel title="Hand-overs that were not accepted" note="Their cash is not counted on this page.">
      <FiguresTable
        name="Hand-overs that were not accepted"
        head={[
          ...['Order', 'Handed over', 'Person', 'Why', 'Settled'].map((label) => ({ label })),
          right('Cash'),
        ]}
        rows={refused.map(({ at, number, by, cash, why, settledBy, note }, nth) => ({
          key: String(nth),
          cells: [
            ...[number, at, by, why],
            settledBy === null ? 'Not yet' : `${settledBy}: ${note}`,
            cash === null ? 'Unknown' : money(cash),
          ],
        }))}
        empty="Every hand-over was accepted."
      />
    </Panel>
  );
}

function InCharge({ charges }: Pick<CashDay, 'charges'>) {
  return (
    <Panel title="In charge of the store">
      <ul className="figures">
        {charges.map((charge) => (
          <li key={charge.since}>{chargeWords(charge)}</li>
        ))}
      </ul>
    </Panel>
  );
}

function Drawers({ report }: { report: CashDay }) {
  const totals = totalsOf(report);
  const open = openDrawersOf(report);
  const isCarried = report.drawers.some((drawer) => drawer.carriedIn !== 0 || !drawer.closing);
  const carried = <T,>(cells: T[]) => (isCarried ? cells : []);
  const labels = movedLabels(report);
  return (
    <Panel title="Drawers">
      <FiguresTable
        name="Drawers"
        head={[
          { label: 'Drawer' },
          ...carried([right('Carried in')]),
          ...labels.map(([, label]) => right(label)),
          ...carried([right('Still in drawer')]),
          ...['Expected', 'Counted', 'Over or short'].map(right),
        ]}
        rows={report.drawers.map((drawer) => {
          const { closing } = drawer;
          return {
            key: String(drawer.number),
            cells: [
              <DrawerCell key="drawer" drawer={drawer} />,
              ...carried([money(drawer.carriedIn)]),
              ...labels.map(([name]) => money(drawer[name])),
              ...carried([money(carriedOutOf(drawer))]),
              ...(closing
                ? [
                    ...[money(closing.expected), money(closing.counted)],
                    <Variance key="variance" variance={closing.counted - closing.expected} />,
                  ]
                : ['–', '–', '–']),
            ],
          };
        })}
        total={[
          'Total',
          ...carried([money(totals.carriedIn)]),
          ...labels.map(([name]) => money(totals[name])),
          ...carried([money(totals.carriedOut)]),
          ...(open?.isUncounted
            ? ['–', '–', 'Open']
            : [
                ...[money(totals.expected), money(totals.counted)],
                <Variance key="variance" variance={totals.variance} />,
              ]),
        ]}
        empty="No drawer was open on this day."
      />
      {open ? <p className="figures mt-2 text-ink-soft">{open.words}</p> : null}
    </Panel>
  );
}

function DrawerCell({ drawer: { number, holder, opened, closing } }: { drawer: CashDay['drawers'][number] }) {
  return (
    <>
      <span className="font-medium">
        {drawerName(number)}: {holder}
      </span>
      <span className="block min-w-44 max-w-80 text-xs text-ink-soft">
        Opened {opened}.{' '}
        {closing
          ? `Closed ${closing.at} by ${closing.by}${closing.next ? `, handed over to ${closing.next}` : ''}.`
          : 'Not closed on this day.'}
        {closing?.note ? <span className="block wrap-anywhere">Note: {closing.note}</span> : null}
      </span>
    </>
  );
}
