/** Defines the form that a tablet sends for each action that waited. Parsed on the server only. */
import { z } from 'zod';
import { readNameMatch } from '#core/orders/hand-over/id-check.ts';
import { parseCash } from '#kernel/money.ts';
import { idKinds, idRefusals } from '#kernel/statuses.ts';
import { cleanText, isPlainText } from '#kernel/text.ts';
import { shownNumber } from '#platform/requests/shown-number.ts';
import { shownAmount } from '../hand-over/counter-forms.ts';
import { actionKinds } from './offline-action.ts';

const text = (longest: number) =>
  z.string().overwrite(cleanText).max(longest).refine(isPlainText).default('');

/** The end of the year 9999, in milliseconds since 1970: the database stores no later year as the driver writes it. */
const LATEST = 253_402_300_799_999;

/** What every action has. `by` must be who is signed in. */
export const actionForm = z.object({
  id: z.uuid(),
  kind: z.enum(actionKinds),
  order: z.string().regex(/^ORD\d{3,10}$/),
  version: shownNumber(),
  after: z.uuid().or(z.literal('')).default(''),
  doneAt: z.coerce.number().int().min(0).max(LATEST),
  by: z.uuid(),
});

export type SentAction = z.output<typeof actionForm>;

export const scanFields = z.object({ code: z.string().max(400) });
export const lineFields = z.object({ line: z.uuid() });
/** `one`: a scan of one of its units. */
export const outFields = z.object({ row: z.uuid(), one: z.literal('1').optional() });
export const refuseFields = z.object({ refusal: z.enum(idRefusals), note: text(500) });
export const noteFields = z.object({ note: text(300) });
export const handOverFields = z.object({
  idKind: z.enum(idKinds).optional(),
  idIssuer: text(60),
  nameMatches: z.string().optional().transform(readNameMatch),
  cashReceived: z.string().default('').transform(parseCash),
  owed: shownAmount,
});
