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
