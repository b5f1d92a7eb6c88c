/** How what is made during a rehearsal says so. Pure. */

/** The first line of a paper, file or mail. */
export const REHEARSAL_MARK = 'This is a rehearsal. Nothing was sold.';

/** A title or subject that says so first. @param mark null outside a rehearsal */
export const markedTitle = (mark: string | null, title: string): string =>
  mark === null ? title : `Rehearsal: ${title}`;
