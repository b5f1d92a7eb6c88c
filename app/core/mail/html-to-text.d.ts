/** The package has no types of its own. */
declare module 'html-to-text' {
  /** Puts a converter together: the words of HTML as plain text. */
  export function compile(options: {
    wordwrap: false;
    selectors: readonly object[];
  }): (html: string) => string;
}
