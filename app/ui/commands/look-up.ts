/** Defines how the palette finds records; the page around it knows how to request them. */

/** Looks up records by kind while the user types in the palette. */
export type LookedUp = {
  label: string;
  rows: readonly { id: string; to: string; title: string; detail: string }[];
};

export type LookUp = {
  /** Asks the server; aborted when the user types more. */
  find(typed: string, signal: AbortSignal): Promise<readonly LookedUp[]>;
  /** The results page, a GET form: the typed text is sent as `q`. */
  page: string;
  /** What can be found: 'orders, customers and products'. */
  what: string;
};
