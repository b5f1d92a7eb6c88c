/** Renders Your Orders (specification section 2, 'Orders page'). */

import type { OrdersPage as Page, PendingReservation } from '#core/sales/orders/orders-queries.server.ts';
import { ButtonLink } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { PageHead } from '#ui/page-head.tsx';
import { OrderCard } from './order-card.tsx';
import { PendingReservations } from './pending-reservations.tsx';

export function OrdersPage({
  page,
  reservations,
}: {
  page: Page;
  reservations: readonly PendingReservation[];
}) {
  return (
    <>
      <PageHead title="Your Orders" />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        {reservations.length > 0 ? <PendingReservations reservations={reservations} /> : null}
        {page.orders.map((order) => (
          <OrderCard key={order.orderId} order={order} />
        ))}
      </div>
      {page.orders.length === 0 ? (
        <EmptyState
          level={2}
          title="You haven't placed any orders yet."
          action={<ButtonLink to="/products">See what is on the menu</ButtonLink>}
        />
      ) : null}
      {page.pages > 1 ? <Paging page={page.page} pages={page.pages} /> : null}
    </>
  );
}

function Paging({ page, pages }: { page: number; pages: number }) {
  return (
    <nav aria-label="Pages" className="mt-8 flex items-center justify-between gap-4">
      {page > 1 ? (
        <ButtonLink to={page === 2 ? '/orders' : `/orders?page=${page - 1}`} rank="secondary" rel="prev">
          Newer
        </ButtonLink>
      ) : (
        <span />
      )}
      <p className="figures text-sm text-ink-soft">
        Page {page} of {pages}
      </p>
      {page < pages ? (
        <ButtonLink to={`/orders?page=${page + 1}`} rank="secondary" rel="next">
          Older
        </ButtonLink>
      ) : (
        <span />
      )}
    </nav>
  );
}
