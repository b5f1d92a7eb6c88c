/**
 * What was typed or scanned at an order that is not handed over yet: it comes back after any reload of its page, with or
 * without scripts. Sealed in a cookie of this browser, for this order and this session, for minutes: nothing of an ID is
 * stored by the shop, and no one can read it on the tablet.
 */
import { data } from 'react-router';
import { z } from 'zod';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { readSettings } from '#core/ground/settings/settings-queries.server.ts';
import { storeDate, systemClock } from '#kernel/time.ts';
import { sealedCookie } from '#platform/secrets/sealed-cookie.ts';
import { type CounterAnswer, FILLED, scannedOf } from './scanned-id.ts';

/** As long as a customer stands at the counter, and a page is left for another and opened again. */
const MINUTES = 10;
/** Of the sealed text, in a cookie of at most 4 KB. */
const LONGEST = 2000;

const cookie = sealedCookie(
  'typed',
  z.object({ order: z.string(), session: z.string(), values: z.record(z.string(), z.string()) }),
  MINUTES,
);

const fields = [...Object.keys(FILLED), 'idNumber', 'cashReceived', 'holder'];

/** The Set-Cookie line after the order has ended, or waits for another time. */
export const forgetTyped = cookie.clear();

/** The Set-Cookie line; it forgets what is too long to be an ID. */
export function saveTyped({ sessionId }: SignedIn, order: string, given: CounterAnswer['values']): string {
  const values: Record<string, string> = {};
  for (const name of fields) if (given[name]) values[name] = given[name];
  if (JSON.stringify(values).length > LONGEST) return forgetTyped;
  return cookie.write({ order, session: sessionId, values });
}

/** As the answer to a press; null for another order, another session, and after some minutes. */
export async function readTyped(
  request: Request,
  { sessionId }: SignedIn,
  order: string,
): Promise<CounterAnswer | null> {
  const found = cookie.read(request);
  if (found?.order !== order || found.session !== sessionId) return null;
  const { zone } = (await readSettings()).store;
  const values = { ...found.values, intent: 'hand-over' };
  return { values, errors: {}, scanned: scannedOf(values, storeDate(systemClock(), zone)) };
}

/** Lets what the answer says was entered outlive a reload. A redirect brings its own cookie. */
export function withTyped<Answer extends Response | ReturnType<typeof data<CounterAnswer>>>(
  actor: SignedIn,
  order: string,
  answer: Answer,
) {
  if (answer instanceof Response) return answer;
  const headers = { 'Set-Cookie': saveTyped(actor, order, answer.data.values) };
  return data<CounterAnswer>(answer.data, { ...answer.init, headers });
}
