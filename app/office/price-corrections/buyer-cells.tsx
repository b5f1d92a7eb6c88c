/** Renders the buyer and the order of a line with a wrong price. */
import { CellLink } from '#office/kit/figures-table.tsx';
import type { Buyer } from './present-affected.ts';

/** The first cells of a row. @param order 'ORD042'; null for a reservation without an order */
export const buyerCells = ({ customer, order }: { customer: Buyer; order: string | null }) => [
  customer.to ? (
    <CellLink key="customer" to={customer.to}>
      {customer.name}
    </CellLink>
  ) : (
    customer.name
  ),
  order ? (
    <CellLink key="order" to={`/admin/orders/${order}`}>
      {order}
    </CellLink>
  ) : (
    'Reservation'
  ),
];
