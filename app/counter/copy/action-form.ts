/** Defines the form that a tablet sends for each action that waited. Parsed on the server only. */
import { z } from 'zod';
import { readNameMatch } from '#core/sales/orders/hand-over/id-check.ts';
import { parseCash } from '#kernel/money.ts';
import { idKinds, idRefusals, putOffReasons } from '#kernel/statuses.ts';
import { cleanText, isPlainText } from '#kernel/text.ts';
import { shownNumber } from '#platform/requests/shown-number.ts';
import { actionKinds } from '../network/offline-action.ts';

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
  /** By the tablet's clock, as it sends the action. */
  sentAt: z.coerce.number().int().min(0).max(LATEST),
  tablet: z.uuid(),
  /** In which it was done. */
  session: z.uuid(),
  by: z.uuid(),
});

/** What a hand-over needs to be recorded as refused. */
export const damagedHandOver = actionForm.pick({ id: true, order: true, by: true }).extend({
  kind: z.literal('hand-over'),
});

export type SentAction = z.output<typeof actionForm>;

export const scanFields = z.object({ code: z.string().max(400) });
export const lineFields = z.object({ line: z.uuid() });
/** `one`: a scan of one of its units. */
export const outFields = z.object({ row: z.uuid(), one: z.literal('1').optional() });
export const refuseFields = z.object({ refusal: z.enum(idRefusals), note: text(500) });
export const putOffFields = z.object({ why: z.enum(putOffReasons) });
export const noteFields = z.object({ note: text(300) });
export const handOverFields = z.object({
  idKind: z.enum(idKinds).optional(),
  idIssuer: text(60),
  sealedId: z.string().max(2000).default(''),
  nameMatches: z.string().optional().transform(readNameMatch),
  cashReceived: z.string().default('').transform(parseCash),
  /** Cents that the tablet showed as due. */
  owed: z
    .string()
    .regex(/^\d{1,9}$/)
    .transform(Number),
});

/** What the tablet seals of an ID (`seal`): checked on arrival, and not stored. */
export const sealedFields = z.object({
  idExpiresOn: text(10),
  idBirthDate: text(10),
  idNumber: text(40),
});
