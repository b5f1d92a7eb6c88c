/** Decides what is left to do before the store closes, in the order in which it is done. */

/** Releasing missed orders makes bags to put back, and what this tablet holds may still move cash: the count comes last. */
export const closingSteps = ['missed', 'open', 'bags', 'unsent', 'refused', 'drawer'] as const;
export type ClosingStep = (typeof closingSteps)[number];

export const closingTitle: Readonly<Record<ClosingStep, string>> = {
  missed: 'Orders not picked up',
  open: 'Orders still open',
  bags: 'Units to put back',
  unsent: 'Work on tablets',
  refused: 'Hand-overs that were not accepted',
  drawer: 'Cash drawer',
};

/** What a step says once nothing of it is left. */
export const closingDone: Readonly<Record<ClosingStep, string>> = {
  missed: 'Every order whose pickup time is over was handed over or released.',
  open: 'No order of today is in a bag or being packed, and no customer is waiting.',
  bags: 'Every unit is back in its place.',
  unsent: 'Everything that tablets reported is sent.',
  refused: 'Every hand-over on a tablet was accepted or settled.',
  drawer: 'No drawer is open.',
};

/** Of the note that settles a hand-over that was not accepted. */
export const LONGEST_NOTE = 400;

/** What the step of the tablets says instead while nothing is known of one: it stops nothing, and may hold work. */
export const TABLETS_SILENT = 'The drawer does not wait for these tablets. Connect them if you can.';

/**
 * How much of the step of the tablets is left. One that lost the network in use counts too, though it reported no work: the
 * drawer waits for it.
 * @param own what this tablet itself holds
 * @param stopping the other tablets that the drawer waits for
 */
export const tabletsLeft = (own: number, stopping: readonly { unsent: number }[]): number =>
  stopping.reduce((sum, { unsent }) => sum + Math.max(1, unsent), own);

/** Whether an order that was not picked up can be released with others, without a word to its customer first. */
export function isReleasable(order: { waitsUntil: string | null; wasClosed: boolean }): boolean {
  return order.waitsUntil === null && !order.wasClosed;
}

/** How much of each step is left. */
export type ClosingLeft = Readonly<Record<ClosingStep, number>>;

/** The steps that are not done, in their order; empty means: done for today. */
export function stepsLeft(left: ClosingLeft): ClosingStep[] {
  return closingSteps.filter((step) => left[step] > 0);
}

/** '1 step left', '3 steps left'; null when the day is done. */
export function leftWords(left: ClosingLeft): string | null {
  const { length } = stepsLeft(left);
  if (length === 0) return null;
  return length === 1 ? '1 step left' : `${length} steps left`;
}
