/** Statements that are built once and run with different values each time. */
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { inTransaction } from './client.ts';
import { events } from './schema/events.ts';
import { pickupSlots } from './schema/pickup.ts';
import { placeholders, statement, statementOfRows } from './statement.ts';

let fresh: FreshDatabase;
beforeAll(async () => {
  fresh = await freshDatabase();
});
afterAll(() => fresh.stop());

const writeEvent = statement((tx) =>
  tx
    .insert(events)
    .values(placeholders('kind', 'subjectId', 'actorId', 'payload'))
    .returning({ kind: events.kind, actorId: events.actorId, payload: events.payload }),
);
const readSlot = statement((tx) =>
  tx
    .select()
    .from(pickupSlots)
    .where(eq(pickupSlots.startsAt, sql.placeholder('startsAt'))),
);
const writeSlots = statementOfRows((tx, rows) =>
  tx.insert(pickupSlots).values(rows.map((row) => row('startsAt', 'taken'))),
);

const anEvent = { kind: 'order-placed', subjectId: 'x', actorId: null, payload: { kind: 'order-placed' } };

test('each time it is asked with other values, over whatever connection', async () => {
  const kinds = ['one', 'two', 'three', 'four'];
  const written = await Promise.all(
    kinds.map((kind) => inTransaction((tx) => writeEvent(tx, { ...anEvent, kind }))),
  );
  expect(written.flat().map(({ kind }) => kind)).toEqual(kinds);
});

test('nothing, objects and instants travel as the columns keep them', async () => {
  const [event] = await inTransaction((tx) => writeEvent(tx, anEvent));
  expect(event).toEqual({ kind: 'order-placed', actorId: null, payload: anEvent.payload });
  const startsAt = new Date('2026-06-06T18:00:00Z');
  await inTransaction((tx) => writeSlots(tx, [{ startsAt, taken: 3 }]));
  expect(await inTransaction((tx) => readSlot(tx, { startsAt }))).toEqual([{ startsAt, taken: 3 }]);
});

test('any number of rows is written, row by row with its own values', async () => {
  for (const [hour, many] of [1, 3, 40, 3].entries()) {
    const rows = Array.from({ length: many }, (_, taken) => ({
      startsAt: new Date(Date.UTC(2030, 0, 1, hour, taken)),
      taken,
    }));
    await inTransaction((tx) => writeSlots(tx, rows));
    for (const row of rows) expect(await inTransaction((tx) => readSlot(tx, row))).toEqual([row]);
  }
});

test('a value that was forgotten is a fault of the caller, told by its name', async () => {
  const { payload: _, ...others } = anEvent;
  await expect(inTransaction(async (tx) => writeEvent(tx, others))).rejects.toThrow(
    "without a value for 'payload'",
  );
});
