/** Defines the form that adds a note. */
import { z } from 'zod';
import { typed } from '#platform/requests/typed-text.ts';
import { LONGEST_NOTE } from './note.ts';

export const noteForm = z.object({
  note: typed(LONGEST_NOTE, 'note').min(1, 'Enter a note.'),
});
