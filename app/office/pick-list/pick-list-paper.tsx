/** Renders the pick list as a page that prints on letter paper: by product first, then order by order. */
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { batchesLabel } from '#core/goods/stock/lots/lots.ts';
import { TAKE_OUT_FIRST, takeOutLine } from '#core/goods/stock/put-back/put-back.ts';
import { UNITS_MISSING } from '#core/sales/orders/order-status.ts';
import { byProduct, type PickLine, type PickOrder } from './pick-list.ts';

const cell = 'py-2 pr-4 align-top';

export function PickList({ orders }: { orders: readonly PickOrder[] }) {
  return (
    <div className="flex flex-col gap-10 print:gap-6">
      <section aria-labelledby="by-product" className="min-w-0">
        <h2 id="by-product" className="mb-3 text-lg">
          By product
        </h2>
        <table className="stacks w-full border-collapse text-left">
          <thead>
            <tr className="border-b border-line text-ink-soft">
              <Head>Take</Head>
              <Head>Product, shelf and batch</Head>
              <Head>For</Head>
            </tr>
          </thead>
          <tbody>
            {byProduct(orders).map((product) => (
              <tr key={product.productId} className="break-inside-avoid border-b border-line">
                <td className={`figures font-semibold ${cell}`}>{`${product.quantity}\u00a0×`}</td>
                <td className={cell}>
                  <Goods {...product} />
                </td>
                <td className={`figures max-[16em]:wrap-anywhere ${cell}`}>{product.orders.join(', ')}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <section aria-labelledby="by-order" className="min-w-0">
        <h2 id="by-order" className="mb-3 text-lg">
          By order
        </h2>
        <ul className="grid gap-6 xl:grid-cols-2 print:block print:space-y-5">
          {orders.map((order) => (
            <li key={order.number} className="min-w-0 break-inside-avoid border-t border-line pt-3">
              <Order order={order} />
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}

function Order({ order }: { order: PickOrder }) {
  return (
    <>
      <h3 className="figures flex flex-wrap items-baseline gap-x-4 text-base font-semibold">
        <Link
          to={`/admin/orders/${order.number}`}
          className="inline-flex min-h-11 items-center text-spruce-700 underline underline-offset-4 print:min-h-0 print:text-ink print:no-underline"
        >
          {order.number}
        </Link>
        <span>{order.pickup ?? 'No time chosen'}</span>
        <span className="font-normal text-ink-soft">{order.status}</span>
      </h3>
      <p className="break-words">
        {order.customer}
        {order.pickupName ? <strong className="font-semibold"> · Pickup by {order.pickupName}</strong> : null}
      </p>
      {order.customerNote ? (
        <p className="break-words whitespace-pre-line">
          <span className="text-ink-soft">From the customer:</span> “{order.customerNote}”
        </p>
      ) : null}
      {order.note ? <p className="break-words italic">“{order.note}”</p> : null}
      {order.takeOut.length > 0 ? <TakeOut rows={order.takeOut} /> : null}
      <ul className="mt-2">
        {order.lines.map((line) => (
          <li
            key={line.productId}
            className="grid grid-cols-[1.25rem_2.5rem_minmax(0,1fr)] gap-x-2 py-1 max-[16em]:grid-cols-[auto_minmax(0,1fr)]"
          >
            {/* To check off with a pen. */}
            <span aria-hidden="true" className="mt-1 size-3.5 border border-ink" />
            <span className="figures font-semibold">{line.quantity} ×</span>
            <span className="min-w-0 break-words max-[16em]:col-span-2">
              <Goods {...line} />
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}

/** What must leave the bag before anything goes in. */
function TakeOut({ rows }: { rows: PickOrder['takeOut'] }) {
  return (
    <div className="mt-2 border-l-4 border-clay-700 pl-3">
      <p className="font-semibold text-clay-700">{TAKE_OUT_FIRST}</p>
      <ul>
        {rows.map(({ id, ...row }) => (
          <li key={id} className="figures break-words">
            {takeOutLine(row)}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** What to take, and where it is. */
function Goods({ name, size, batches, shelves, missing }: Omit<PickLine, 'productId' | 'quantity'>) {
  return (
    <>
      {name}
      {size ? <span className="text-ink-soft"> · {size}</span> : null}
      <span className="figures block text-sm text-ink-soft">
        {shelves.length > 0 ? (
          <>
            <strong className="font-semibold text-ink">{shelves.join(', ')}</strong> ·{' '}
          </>
        ) : null}
        {batchesLabel(batches)}
      </span>
      {missing > 0 ? (
        <span className="figures block text-sm font-medium text-clay-700">
          {UNITS_MISSING}: {missing}
        </span>
      ) : null}
    </>
  );
}

function Head({ children }: { children: ReactNode }) {
  return (
    <th scope="col" className="py-2 pr-4 font-normal max-[16em]:pr-2">
      {children}
    </th>
  );
}
