/** What the palette finds beside commands: records of the house, which the page around it knows how to ask for. */

/** Records that are looked up while somebody types into the palette, by kind. */
export type LookedUp = {
  label: string;
  rows: readonly { id: string; to: string; title: string; detail: string }[];
};

export type LookUp = {
  /** Asks the server; broken off when more is typed. */
  find(typed: string, signal: AbortSignal): Promise<readonly LookedUp[]>;
  /** The page of results, a GET form: what was typed goes there as `q`. */
  page: string;
  /** What can be found, 'orders, customers and products'. */
  what: string;
};
