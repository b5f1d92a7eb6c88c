/** What both engines' drivers offer. The W3C's actions are the same for both. */
export type Cookie = { name: string; value: string };

export type Engine = 'WebKit' | 'Firefox';

export type Driver = {
  engine: Engine;
  /** Opens an address, and waits until its files are loaded. */
  go(url: string): Promise<void>;
  /** The value of an expression, awaited in the page; JSON. Rejects while the page leaves for another. */
  evaluate(expression: string): Promise<unknown>;
  /** Input as of a person: https://www.w3.org/TR/webdriver2/#actions */
  act(actions: readonly object[]): Promise<void>;
  /** PNG of what is in view. */
  picture(): Promise<Buffer>;
  /** For the site that is open. */
  addCookie(cookie: Cookie): Promise<void>;
  /** Errors on the console, and failed requests where the engine tells them, since it was opened. */
  errors(): string[];
  close(): Promise<void>;
};

/** Of the page, in CSS pixels. */
export type Size = { width: number; height: number };

/** An expression for `evaluate` that is JSON, or null. */
export const asJson = (expression: string): string =>
  `(async () => JSON.stringify((await (${expression})) ?? null))()`;
