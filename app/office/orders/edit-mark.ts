/** What of an order its edit page would show otherwise after a change, in one text: equal texts, equal pages. */
import type { ManagedOrder } from './managed-order-queries.server.ts';

export const editMark = ({
  version,
  status,
  lines,
}: Pick<ManagedOrder, 'version' | 'status' | 'lines'>): string =>
  JSON.stringify([
    version,
    status.value,
    lines.map(({ productId, quantity, missing }) => [productId, quantity, missing]),
  ]);
