/**
 * Says what was stored of an order: its receipt once money was taken, before that an order slip. Browsers load it.
 */

/** Specification section 8. */
export const RECEIPT_STORED = 'Receipt generated & stored';
export const SLIP_STORED = 'Order slip generated & stored';
/** Shown when it is not ready within the seconds a request waits. */
export const RECEIPT_UNDER_WAY = 'Generating it. It appears on the order in a moment.';
