/** Today at a glance: who comes, what waits for a decision, what runs low, how the week went. */
import type { ReactNode } from 'react';
import { Form, Link } from 'react-router';
import { type DayLine, readDashboard } from '#features/analytics/dashboard-queries.server.ts';
import type { StoreDateLine } from '#features/dates/store-dates-queries.server.ts';
import { readDueDates } from '#features/dates/store-dates-queries.server.ts';
import { requirePermission } from '#features/identity/guards.server.ts';
import { orderStatusLabel, orderStatusTone } from '#features/orders/order.ts';
import { readSetUp } from '#features/settings/set-up-queries.server.ts';
import { type SetUpStepName, setUpSteps } from '#features/settings/set-up-steps.ts';
import { storeClock } from '#features/settings/store-clock.server.ts';
import { SetUpList } from '#features/settings/ui/set-up-list.tsx';
import { countText } from '#kernel/list-state.ts';
import { cents, formatCents, sumCents } from '#kernel/money.ts';
import { formatDate } from '#kernel/time.ts';
import { StatusBadge } from '#ui/badge.tsx';
import { Button, ButtonLink } from '#ui/button.tsx';
import { BarChart } from '#ui/charts/bar-chart.tsx';
import { drawBars } from '#ui/charts/draw-bars.ts';
import { useLive } from '#ui/live/use-live.ts';
import type { Route } from './+types/dashboard';

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = requirePermission(context, 'backoffice.enter', request);
  const { today, zone } = await storeClock();
  const [dashboard, dates, setUp] = await Promise.all([
    readDashboard(actor, today, zone),
    readDueDates(actor, today),
    readSetUp(actor),
  ]);
  if (!dashboard) throw new Response(null, { status: 403 });
  const { days, ...rest } = dashboard;
  return {
    today: formatDate(today),
    week: drawWeek(days),
    dates,
    setUp: setUp && !setUp.isHidden ? { isOpen: setUp.isOpen, done: setUp.done } : null,
    ...rest,
  };
}

export const meta: Route.MetaFunction = () => [{ title: 'Dashboard · Admin' }];

export default function Dashboard({ loaderData }: Route.ComponentProps) {
  const { today, week, pickups, short, waiting, lowStock, dates, setUp, ageCases } = loaderData;
  useLive(['orders', 'reservations', 'inventory']);
  const expected = pickups.reduce((sum, slot) => sum + slot.orders.length, 0);
  return (
    <>
      <h1 className="text-2xl">Dashboard</h1>
      <p className="mt-1 mb-6 text-ink-soft">{today}</p>
      {setUp ? <SetUpPanel {...setUp} /> : null}
      {dates.length > 0 ? <DatesPanel dates={dates} /> : null}
      {ageCases ? (
        <p className="mb-6">
          <Link
            to="/admin/age-verification"
            className="inline-flex min-h-11 items-center gap-2 text-spruce-700 underline underline-offset-4"
          >
            {countText(ageCases, 'profile needs', 'profiles need')} an age decision
          </Link>
        </p>
      ) : null}
      <div className="grid items-start gap-x-10 gap-y-12 xl:grid-cols-2">
        <Panel title="Today’s pickups" note={expected === 1 ? '1 order' : `${expected} orders`}>
          {pickups.length === 0 ? (
            <Nothing>Nobody is expected today.</Nothing>
          ) : (
            <Table name="Today’s pickups" head={['Time', 'Order', 'Customer', 'Units', 'Status']} right={[3]}>
              {pickups.flatMap((slot) =>
                slot.orders.map((order, index) => (
                  <tr key={order.id} className="border-t border-line">
                    <Cell strong>
                      {index === 0 ? slot.slot : <span className="sr-only">{slot.slot}</span>}
                    </Cell>
                    <Cell>
                      <CellLink to={`/admin/orders/${order.number}`}>{order.number}</CellLink>
                    </Cell>
                    <Cell>
                      {order.name}
                      {order.late ? (
                        <span className="figures block font-medium text-ochre-700">
                          Running late: {order.late}
                        </span>
                      ) : null}
                    </Cell>
                    <Cell right>{order.units}</Cell>
                    <Cell>
                      <StatusBadge tone={orderStatusTone(order.status)}>
                        {orderStatusLabel[order.status]}
                      </StatusBadge>
                    </Cell>
                  </tr>
                )),
              )}
            </Table>
          )}
        </Panel>

        <Panel title="Last 7 days" note={week.note}>
          <BarChart drawing={week.orders} />
          {week.money ? (
            <Link
              to="/admin/analytics"
              className="inline-flex min-h-11 items-center text-spruce-700 underline underline-offset-4"
            >
              Order Analytics
            </Link>
          ) : null}
        </Panel>

        {short.total > 0 ? (
          <Panel
            title="Waiting for a decision"
            note={short.total === 1 ? '1 line is short of units' : `${short.total} lines are short of units`}
          >
            <p className="mb-3 text-ink-soft">
              The batch held for these left sale, and no other has enough. The customers have been told.
            </p>
            <Table
              name="Waiting for a decision"
              head={['Order', 'Customer', 'Product', 'Missing', 'Pickup']}
              right={[3]}
            >
              {short.lines.map((line) => (
                <tr key={line.reservationId} className="border-t border-line">
                  <Cell strong>
                    {line.orderId ? (
                      <CellLink to={`/admin/orders/${line.orderId}`}>{line.orderId}</CellLink>
                    ) : (
                      <CellLink to={reservationPath(line.product, line.reservationId)}>Reservation</CellLink>
                    )}
                  </Cell>
                  <Cell>
                    <a href={`mailto:${line.email}`} className={cellLink}>
                      {line.customer}
                    </a>
                  </Cell>
                  <Cell>
                    <CellLink to={`/admin/products/${line.productId}/lots`}>{line.product}</CellLink>
                  </Cell>
                  <Cell right strong>{`${line.missing} of ${line.quantity}`}</Cell>
                  <Cell>{line.pickup ?? 'no time yet'}</Cell>
                </tr>
              ))}
            </Table>
          </Panel>
        ) : null}

        <Panel
          title="Reservations waiting"
          note={
            waiting.total > 0 ? (
              <CellLink to="/admin/pickup-reservations?status=pending">{waiting.total} pending</CellLink>
            ) : null
          }
        >
          {waiting.lines.length === 0 ? (
            <Nothing>No reservation waits for a pickup time.</Nothing>
          ) : (
            <Table
              name="Reservations waiting"
              head={['Customer', 'Product', 'Qty', 'Held until']}
              right={[2]}
            >
              {waiting.lines.map((line) => (
                <tr key={line.id} className="border-t border-line">
                  <Cell>
                    <CellLink to={`/admin/customers/${line.userId}`}>{line.customer}</CellLink>
                  </Cell>
                  <Cell>
                    <CellLink to={reservationPath(line.product, line.id)}>
                      {line.product}
                      <span className="sr-only">, reservation of {line.customer}</span>
                    </CellLink>
                  </Cell>
                  <Cell right>{line.quantity}</Cell>
                  <Cell>{line.until === null ? 'no end' : unbrokenTime(line.until)}</Cell>
                </tr>
              ))}
            </Table>
          )}
        </Panel>

        <Panel
          title="Low stock"
          note={
            lowStock.total > 0 ? (
              <CellLink to="/admin/inventory?sale=yes&stock=low">
                {lowStock.total} with 5 or fewer available
              </CellLink>
            ) : null
          }
        >
          {lowStock.lines.length === 0 ? (
            <Nothing>Everything for sale has more than 5 available.</Nothing>
          ) : (
            <Table name="Low stock" head={['Product', 'Available', 'On hand', 'Held']} right={[1, 2, 3]}>
              {lowStock.lines.map((line) => (
                <tr key={line.id} className="border-t border-line">
                  <Cell>
                    <CellLink to={`/admin/products/${line.id}/lots`}>{line.name}</CellLink>
                  </Cell>
                  <Cell right strong>
                    {line.available}
                  </Cell>
                  <Cell right>{line.onHand}</Cell>
                  <Cell right>{line.held}</Cell>
                </tr>
              ))}
            </Table>
          )}
        </Panel>
      </div>
    </>
  );
}

/** What is left before the shop is what it will be; until it is done, or the owner has seen enough of it. */
function SetUpPanel({ isOpen, done }: { isOpen: boolean; done: readonly SetUpStepName[] }) {
  return (
    <div className="mb-12 max-w-3xl">
      <Panel title="Set up the shop" note={`${done.length} of ${setUpSteps.length} done`}>
        <p className="mb-3 text-ink-soft">
          {isOpen ? 'The shop is open to visitors.' : 'Visitors read that the shop is not open yet.'}
        </p>
        <SetUpList done={done} />
        <div className="mt-4 flex flex-wrap gap-3">
          <ButtonLink to="/admin/settings/opening" rank={isOpen ? 'secondary' : 'primary'}>
            {isOpen ? 'Set-up and opening' : 'Go on to opening'}
          </ButtonLink>
          <Form method="post" action="/admin/settings/opening">
            <Button type="submit" name="intent" value="hide" rank="quiet">
              Do not show this any more
            </Button>
          </Form>
        </div>
      </Panel>
    </div>
  );
}

function DatesPanel({ dates }: { dates: readonly StoreDateLine[] }) {
  return (
    <div className="mb-12 max-w-3xl">
      <Panel title="Dates that matter" note={`${dates.length} due`}>
        <ul className="divide-y divide-line border-y border-line">
          {dates.map(({ id, title, due, away, isOverdue }) => (
            <li key={id} className="flex flex-wrap items-center justify-between gap-x-4">
              <Link
                to="/admin/settings/dates"
                className="inline-flex min-h-11 items-center wrap-anywhere underline-offset-4 hover:underline"
              >
                {title}
              </Link>
              <span className={`figures ${isOverdue ? 'font-medium text-clay-700' : 'text-ink-soft'}`}>
                {due}, {isOverdue ? `overdue: ${away}` : away}
              </span>
            </li>
          ))}
        </ul>
      </Panel>
    </div>
  );
}

function Panel({ title, note, children }: { title: string; note?: ReactNode; children: ReactNode }) {
  return (
    <section className="min-w-0">
      <div className="mb-3 flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 className="text-lg">{title}</h2>
        {note ? <div className="figures text-ink-soft">{note}</div> : null}
      </div>
      {children}
    </section>
  );
}

function Nothing({ children }: { children: ReactNode }) {
  return <p className="rounded-control bg-cream px-4 py-6 text-center text-ink-soft">{children}</p>;
}

function Table({
  name,
  head,
  right,
  children,
}: {
  name: string;
  head: ReactNode[];
  right: number[];
  children: ReactNode;
}) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways must be reachable by keyboard
    <section className="relative overflow-x-auto" tabIndex={0} aria-label={name}>
      <table className="w-full border-collapse">
        <thead className="bg-cream text-left">
          <tr>
            {head.map((title, index) => (
              <th
                // biome-ignore lint/suspicious/noArrayIndexKey: columns never change places
                key={index}
                scope="col"
                className={`px-3 py-2 font-medium whitespace-nowrap ${right.includes(index) ? 'text-right' : ''}`}
              >
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </section>
  );
}

/** 'Nov 22, 2026 10:24 PM', never broken before the last two letters. */
const unbrokenTime = (text: string) => text.replace(/ (?=[AP]M$)/, '\u00a0');

const cellLink =
  '-my-2 inline-flex min-h-11 min-w-11 items-center py-1 text-spruce-700 underline decoration-spruce-700/40 underline-offset-4 hover:decoration-current';

/** The way to the page where something can be done about a line. */
function CellLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link to={to} className={cellLink}>
      {/* One child: a name that breaks must not become columns of the flex box. */}
      <span>{children}</span>
    </Link>
  );
}

/** A waiting reservation among those of its product. */
function reservationPath(product: string, id: string): string {
  return `/admin/pickup-reservations?${new URLSearchParams({ product, status: 'pending' })}#reservation-${id}`;
}

function Cell({
  children,
  right = false,
  strong = false,
}: {
  children: ReactNode;
  right?: boolean;
  strong?: boolean;
}) {
  return (
    <td
      className={`px-3 py-2 ${right ? 'text-right' : ''} ${strong ? 'font-semibold whitespace-nowrap' : ''}`}
    >
      {children}
    </td>
  );
}

/** Orders per day as bars, with the money of each day in the table for those who may read it. */
function drawWeek(days: readonly DayLine[]) {
  const money = days.some(({ revenue }) => revenue !== null);
  const orders = days.reduce((sum, day) => sum + day.orders, 0);
  const revenue = sumCents(days.map((day) => day.revenue ?? cents(0)));
  const counted = orders === 1 ? '1 order' : `${orders} orders`;
  return {
    money,
    note: money ? `${counted}, ${formatCents(revenue)}` : counted,
    orders: drawBars({
      title: 'Orders in the last 7 days',
      // 'Sun, Nov 15' in the table, 'Sun' under its bar.
      points: days.map((day) => ({ label: day.date.replace(/,.*/, ''), value: day.orders })),
      table: {
        head: money ? ['Day', 'Orders', 'Revenue'] : ['Day', 'Orders'],
        rows: days.map((day) => [
          day.date,
          String(day.orders),
          ...(day.revenue === null ? [] : [formatCents(day.revenue)]),
        ]),
      },
    }),
  };
}
