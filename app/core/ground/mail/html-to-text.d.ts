/** The package has no types. */
declare module 'html-to-text' {
  /** Builds a converter from HTML to plain text. */
  export function compile(options: {
    wordwrap: false;
    selectors: readonly object[];
  }): (html: string) => string;
}
