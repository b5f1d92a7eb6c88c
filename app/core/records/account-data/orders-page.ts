/** A person's orders as a page of the download, which any browser opens without the shop. */
import { customerStatusLabel } from '#core/sales/orders/order.ts';
import { unitsLabel } from '#core/sales/orders/refunds/refund.ts';
import type { StoredRefundLine } from '#db/schema/orders.ts';
import { type Cents, formatCents } from '#kernel/money.ts';
import type { OrderStatus } from '#kernel/statuses.ts';
import { formatDateTime, instantOf } from '#kernel/time.ts';

/** What the page shows of an order; money in cents, times in UTC as PostgreSQL writes them. */
export type OrderRow = {
  order_id: string;
  status: OrderStatus;
  created_at: string;
  pickup_starts_at: string | null;
  completed_at: string | null;
  subtotal: Cents;
  tax: Cents;
  total: Cents;
  customer_note: string | null;
  refunds: { created_at: string; amount: Cents; lines: Pick<StoredRefundLine, 'quantity' | 'name'>[] }[];
  items: { product_name: string; quantity: number; unit_price: Cents; amount: Cents }[];
};

const STYLE = `
  body { font: 16px/1.5 system-ui, sans-serif; max-width: 44rem; margin: 2rem auto; padding: 0 1rem; color: #14261e; }
  @media (prefers-color-scheme: dark) { body { background: #14261e; color: #f3ede0; } }
  table { width: 100%; border-collapse: collapse; margin: .5rem 0 2.5rem; }
  th, td { text-align: left; padding: .25rem .5rem .25rem 0; border-bottom: 1px solid #8888; }
  td + td, th + th { text-align: right; font-variant-numeric: tabular-nums; }`;

/** The page, order by order. @param about the person's and the store's name, the store's zone, and today's date */
export async function* ordersPage(
  orders: AsyncIterable<OrderRow>,
  about: { name: string; store: string; zone: string; today: string; mark: string | null },
): AsyncGenerator<string> {
  const title = `Orders of ${about.name} at ${about.store}`;
  yield `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}</title>
<style>${STYLE}
</style>
<h1>${escaped(title)}</h1>
${about.mark === null ? '' : `<p><strong>${escaped(about.mark)}</strong></p>\n`}<p>As of ${about.today}. Times are those of the store.</p>
`;
  let count = 0;
  for await (const order of orders) {
    count += 1;
    yield section(order, about.zone);
  }
  yield count === 0 ? '<p>No orders.</p>\n</html>\n' : '</html>\n';
}

function section(order: OrderRow, zone: string): string {
  const at = (time: string) => escaped(formatDateTime(instantOf(new Date(time)), zone));
  const facts = [
    customerStatusLabel[order.status],
    `ordered ${at(order.created_at)}`,
    order.completed_at === null
      ? order.pickup_starts_at && `pickup ${at(order.pickup_starts_at)}`
      : `picked up ${at(order.completed_at)}`,
  ];
  const items = order.items.map(({ product_name, quantity, unit_price, amount }) =>
    row([product_name, String(quantity), formatCents(unit_price), formatCents(amount)], 'td'),
  );
  const sums = [
    ['Subtotal', order.subtotal],
    ['Tax', order.tax],
    ['Total', order.total],
  ] as const;
  const refunds = order.refunds.map(({ created_at, amount, lines }) =>
    row(
      [
        `Refunded ${formatDateTime(instantOf(new Date(created_at)), zone)}, ${unitsLabel(lines)}`,
        '',
        '',
        `-${formatCents(amount)}`,
      ],
      'td',
    ),
  );
  return [
    `<h2>${escaped(order.order_id)}</h2>`,
    `<p>${facts.filter(Boolean).join(', ')}.</p>`,
    order.customer_note ? `<p>Your note: ${escaped(order.customer_note)}</p>` : '',
    '<table>',
    row(['Product', 'Quantity', 'Price', 'Amount'], 'th'),
    ...items,
    ...sums.map(([label, cents]) => row([label, '', '', formatCents(cents)], 'td')),
    ...refunds,
    '</table>',
    '',
  ].join('\n');
}

const row = (cells: readonly string[], tag: 'td' | 'th') =>
  `<tr>${cells.map((cell) => `<${tag}>${escaped(cell)}</${tag}>`).join('')}</tr>`;

const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
