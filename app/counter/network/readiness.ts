/** Defines what a tablet must have stored to work without a network, and what the board says of it. */

/**
 * `browser`: it stores nothing (a private window, or a page without TLS). `clock`: it shows another day than the store's.
 * `pages`: the files of the counter. `orders`: today's.
 */
export type Missing = 'browser' | 'clock' | 'pages' | 'orders';

const missingWords: Readonly<Record<Missing, string>> = {
  browser: 'This browser stores nothing. Open the counter in a normal window, over https.',
  clock: 'This tablet’s clock shows another day. Set its date and time.',
  pages: 'The counter’s pages are not stored yet. Trying again…',
  orders: 'Today’s orders are not stored yet. Trying again…',
};

/** What is missing, worst first; what the tablet tries again by itself comes last. */
const worstFirst: readonly Missing[] = ['browser', 'clock', 'pages', 'orders'];

/** @param missing null while nothing is known yet */
export function readinessWords(missing: readonly Missing[] | null): string {
  if (missing === null) return 'Saving today’s orders in case the network is lost…';
  const [worst] = worstFirst.filter((each) => missing.includes(each));
  return worst ? `Not ready for a lost network. ${missingWords[worst]}` : 'Ready for a lost network';
}
