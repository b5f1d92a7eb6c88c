/** The checkout of pending reservations, which become one order; of the cart for none. */
export const checkoutOf = (reservationIds: readonly string[]): string =>
  reservationIds.length === 0
    ? '/checkout'
    : `/checkout?${new URLSearchParams(reservationIds.map((id) => ['reservation', id]))}`;
