/** Checkouts of this process by outcome, for /metrics. */
export const checkoutCounts = { placed: 0, repeated: 0, refused: 0 };
