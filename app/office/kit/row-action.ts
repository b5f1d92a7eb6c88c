/** Styles an action link in a row: a finger-sized target that does not make the row taller. */
export const rowAction =
  '-my-2 inline-flex min-h-11 min-w-11 items-center justify-center text-spruce-700 underline underline-offset-4';
