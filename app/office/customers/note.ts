/** Defines staff notes about a customer. */
export const LONGEST_NOTE = 2000;
export const NOTE_ADDED = 'Note added.';

export type CustomerNote = { id: string; author: string; at: string; note: string };
