/** The part of linebreak that papers use; the package brings no types of its own. */
declare module 'linebreak' {
  export default class LineBreaker {
    constructor(text: string);
    /** Where the text may break next, in characters from its start; null at its end. */
    nextBreak(): { position: number; required: boolean } | null;
  }
}
