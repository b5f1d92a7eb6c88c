import { z } from 'zod';
import { MAX_INTEGER } from '#kernel/number.ts';

/** A number that the page put into a hidden field: a version or an id, from 1. Refused: what no column can hold. */
export const shownNumber = (error?: string) => z.coerce.number({ error }).int().min(1).max(MAX_INTEGER);
