/** The link of an action in a row: as large as a finger needs it, without making the row higher. */
export const rowAction =
  '-my-2 inline-flex min-h-11 min-w-11 items-center justify-center text-spruce-700 underline underline-offset-4';
