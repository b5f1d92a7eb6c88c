/**
 * Styles an action link in a row: a finger-sized target that does not make the row taller. Its ring is inside it: around it
 * the head of the list would cover that of the first row.
 */
export const rowAction =
  '-my-2 inline-flex min-h-11 min-w-11 items-center justify-center text-spruce-700 underline underline-offset-4 focus-visible:-outline-offset-1';
