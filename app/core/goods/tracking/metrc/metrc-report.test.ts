/** What the shop reports arrives as it happened: local times, dollars, codes, notes; or is refused in Metrc's words. */
import { Temporal } from 'temporal-polyfill';
import { beforeEach, describe, expect, test } from 'vitest';
import { cents } from '#kernel/money.ts';
import type { StateAct } from '../tracking.ts';
import { adjustment, changed, empty, line, sale } from './testing/acts.ts';
import { answering } from './testing/answering.ts';
import { LICENSE, type OpenSystem, openSystem, SOFTWARE, tagOf, troubleOf } from './testing/open-system.ts';

let open: OpenSystem;
beforeEach(async () => {
  open = await openSystem();
  return () => open.metrc.stop();
});
const report = (...acts: StateAct[]) => open.system.report(acts);
const receiptOf = (id: string | null | undefined) => open.state.receipts[Number(id)];
const packageOf = (number: number) => open.state.packages[tagOf(number)];
const writes = () => open.metrc.calls.filter(({ method }) => method !== 'GET');

describe('a sale', () => {
  test('has a line for each package, with dollars, units, time and number; the packages have less', async () => {
    open.add(1);
    open.add(2);
    const lines = [line(1, { units: 3, amount: cents(8997) }), line(2, { amount: cents(4) })];
    const ids = await report(sale(7, lines), sale(8, [line(1)]));
    expect(ids.map((id) => receiptOf(id)?.externalNumber)).toEqual(['ORD7', 'ORD8']);
    expect(receiptOf(ids[0])).toMatchObject({
      ...{ license: LICENSE, soldAt: '2026-11-28T11:55:00.000', customerType: 'Consumer' },
      transactions: [
        { label: tagOf(1), quantity: 3, unit: 'Each', total: 89.97, codes: [] },
        { label: tagOf(2), quantity: 1, unit: 'Each', total: 0.04, codes: [] },
      ],
    });
    expect([packageOf(1)?.quantity, packageOf(2)?.quantity]).toEqual([6, 9]);
    expect(writes()).toHaveLength(1);
  });

  test.each([
    ['2026-11-01T05:30:00Z', '2026-11-01T01:30:00.000', 'the first 1:30'],
    ['2026-11-01T06:30:00Z', '2026-11-01T01:30:00.000', 'the second 1:30'],
    ['2027-03-14T06:59:59.999Z', '2027-03-14T01:59:59.999', 'before clocks skip an hour'],
    ['2027-03-14T07:00:00Z', '2027-03-14T03:00:00.000', 'after it'],
    ['2026-07-05T03:59:00Z', '2026-07-04T23:59:00.000', 'a summer’s night'],
  ])('at %s is at %s for Metrc: %s', async (soldAt, local) => {
    open.clock.now = Temporal.Instant.from('2027-04-01T12:00:00Z');
    open.add(1);
    const [id] = await report(sale(7, [line(1)], soldAt));
    expect(receiptOf(id)?.soldAt).toBe(local);
  });

  test('has the codes of its units as Metrc lists them, whatever the label’s writing', async () => {
    // The label of the first is written in base 36, the second in base 64; the third names no package.
    open.add(1, { codes: ['5LO1I9DSOPW43WR19JI8', 'GkEgMAACDVAAAAB45QM', 'q83vASNFZwAAAnGQ5QM'] });
    const stored = await open.system.retailItemIds(tagOf(1));
    const [id] = await report(sale(7, [line(1, { units: 3, codes: stored })]));
    expect(receiptOf(id)?.transactions[0]?.codes).toEqual(packageOf(1)?.codes);
  });

  test('has no code that Metrc does not list for the package, and none without the right to read them', async () => {
    open.add(1, { codes: ['5LO1I9DSOPW43WR19JI8'] });
    const codes = ['1A41203000020D500000007800', '1A41203000020D500000007801', 'q83vASNFZwAAAnGQ5QM'];
    const [first] = await report(sale(7, [line(1, { units: 3, codes })]));
    expect(receiptOf(first)?.transactions[0]?.codes).toEqual(['5LO1I9DSOPW43WR19JI8']);
    for (const user of open.state.users) user.permissions = ['View Packages', 'Manage Sales'];
    open.add(2, { codes: ['5LO1I9DSOPW43WR19JI9'] });
    const [second] = await report(sale(8, [line(2, { codes: ['1A41203000020D500000007801'] })]));
    expect(receiptOf(second)?.transactions[0]?.codes).toEqual([]);
  });

  test('waits with its codes while Metrc is down, and nothing was sent', async () => {
    open.add(1, { codes: ['5LO1I9DSOPW43WR19JI8'] });
    open.metrc.faults.next = [{ kind: 'error-500', method: 'GET', times: 3 }];
    const work = report(sale(7, [line(1, { codes: ['1A41203000020D500000007800'] })]));
    expect(await troubleOf(work)).toContain('a problem of its own (500)');
    expect(writes()).toEqual([]);
  });

  test('that changed replaces the receipt; voided, its units come back; closed, it is final', async () => {
    open.add(1);
    open.add(2);
    const [one = '', two = ''] = (await report(
      sale(7, [line(1, { units: 4 })]),
      sale(8, [line(1)]),
    )) as string[];
    expect(await report(changed(one, sale(7, [line(2, { units: 2, amount: cents(3998) })])))).toEqual([null]);
    expect(receiptOf(one)?.transactions).toMatchObject([{ label: tagOf(2), quantity: 2, total: 39.98 }]);
    expect([packageOf(1)?.quantity, packageOf(2)?.quantity]).toEqual([9, 8]);
    expect(await report({ kind: 'sale-voided', receiptId: two })).toEqual([null]);
    expect(receiptOf(two)?.archivedDate).toBe('2026-11-28');
    expect(packageOf(1)?.quantity).toBe(10);
    expect(await report({ kind: 'day-closed', receiptId: one })).toEqual([null]);
    expect(receiptOf(one)?.isFinal).toBe(true);
  });

  test('of several that are voided, of which a later one is refused, each is to be looked up', async () => {
    open.add(1);
    const [one = '', two = ''] = (await report(sale(7, [line(1)]), sale(8, [line(1)]))) as string[];
    await report({ kind: 'day-closed', receiptId: two });
    const voids = [one, two].map((receiptId) => ({ kind: 'sale-voided', receiptId }) as const);
    expect(await troubleOf(report(...voids))).toContain('looks up whether it was taken');
    expect(await open.system.find({ kind: 'sale-voided', receiptId: one })).toEqual({ id: one });
    expect(await open.system.find({ kind: 'sale-voided', receiptId: two })).toBeNull();
    expect(await troubleOf(report({ kind: 'sale-voided', receiptId: two }))).toBe(
      `0: Receipt ${two} is finalized.`,
    );
  });
});

describe('stock', () => {
  test('that changed is adjusted on the store’s day, with the reason, the note and the mark', async () => {
    open.add(1);
    // Half past eleven in the evening of the 27th.
    const happenedAt = Temporal.Instant.from('2026-11-28T04:30:00Z');
    await report(adjustment(1, -2, { happenedAt }), adjustment(1, 1, { mark: 'Farmgate 124' }));
    expect(open.state.adjustments).toMatchObject([
      {
        ...{ label: tagOf(1), quantity: -2, reason: 'Damage', date: '2026-11-27' },
        note: 'Broken jar (Farmgate 123)',
      },
      { quantity: 1, note: 'Broken jar (Farmgate 124)', date: '2026-11-28' },
    ]);
    expect(packageOf(1)?.quantity).toBe(9);
  });

  test.each([
    ['', '(Farmgate 123)'],
    ['  two\nlines\u0000 ', 'two lines (Farmgate 123)'],
    ['x'.repeat(1_000_000), `${'x'.repeat(184)}… (Farmgate 123)`],
    ['\u{1f33f}'.repeat(500), `${'\u{1f33f}'.repeat(92)}… (Farmgate 123)`],
  ])('has a note of one line whose mark is never cut', async (note, wanted) => {
    open.add(1);
    await report(adjustment(1, -1, { note }));
    expect(open.state.adjustments[0]?.note).toBe(wanted);
    expect(wanted.length).toBeLessThanOrEqual(200);
  });

  test('that is gone lets its package be finished', async () => {
    open.add(1, { quantity: 0 });
    expect(await report(empty(1))).toEqual([null]);
    expect(packageOf(1)?.finishedDate).toBe('2026-11-28');
  });
});

describe('a refusal', () => {
  test('has Metrc’s words and the act that they are about, and nothing of the call is taken', async () => {
    open.add(1);
    open.add(2, { testState: 'NotSubmitted' });
    const work = report(sale(7, [line(1)]), sale(8, [line(2)]));
    expect(await troubleOf(work)).toBe(
      `1: Package ${tagOf(2)} is marked as NotSubmitted and cannot be transferred/sold.`,
    );
    expect(open.state.receipts).toEqual({});
    expect(packageOf(1)?.quantity).toBe(10);
    expect(writes()).toHaveLength(1);
  });

  test('for want of a right says which to allow', async () => {
    open.add(1);
    for (const user of open.state.users) user.permissions = ['View Packages', 'View Sales'];
    for (const act of [sale(7, [line(1)]), adjustment(1, -1), empty(1)])
      expect(await troubleOf(report(act))).toBe(
        'Metrc does not let these keys report sales or stock of this license. Check the license number, and allow ‘Manage Sales’ and ‘Manage Packages Inventory’ for the key’s person in Metrc.',
      );
    expect(writes()).toHaveLength(3);
  });

  test.each<[string, unknown, string]>([
    ['many lines and marks', [{ row: 0, message: ' a\n\u202eb\u0000 ' }], '0: a b'],
    ['a megabyte', [{ row: 0, message: 'x'.repeat(200_000) }], `0: ${'x'.repeat(300)}`],
    ['more than is read', [{ row: 0, message: 'x'.repeat(1_000_000) }], 'null: Metrc gave no reason.'],
    ['the keys in it', { Message: `Bad key ${SOFTWARE}` }, 'null: Bad key …'],
    ['a row that is none', [{ row: 12, message: 'Wrong' }], 'null: Wrong'],
    ['a row in letters', [{ row: '0', message: 'Wrong' }], 'null: Wrong'],
    ['no row', [{ message: 'Wrong' }], 'null: Wrong'],
    ['no words', [{ row: 0, message: ' ' }], '0: Metrc gave no reason.'],
    ['other words', 'No', 'null: Metrc gave no reason.'],
    [
      'a hundred rows',
      Array.from({ length: 100 }, () => ({ row: 0, message: 'No' })),
      '0: No\n'.repeat(10).trim(),
    ],
  ])('with %s is one line each', async (_, body, words) => {
    const server = await answering(400, JSON.stringify(body));
    const work = server.system.report([sale(7, [line(1)])]);
    expect(await troubleOf(work).finally(server.stop)).toBe(words);
  });
});

describe('a call', () => {
  test('has at most ten acts, of one kind', async () => {
    open.add(1, { quantity: 100 });
    const acts = Array.from({ length: 11 }, (_, index) => sale(index, [line(1)]));
    await expect(report(...acts)).rejects.toThrow(RangeError);
    await expect(report(sale(7, [line(1)]), empty(1))).rejects.toThrow(RangeError);
    expect(await report()).toEqual([]);
    expect(open.metrc.calls).toEqual([]);
    expect(await report(...acts.slice(1))).toHaveLength(10);
  });

  test('about a receipt that is not Metrc’s is not sent', async () => {
    for (const receiptId of ['', '../../facilities/v2', '1e3', '-1'])
      await expect(report({ kind: 'sale-voided', receiptId })).rejects.toThrow(RangeError);
    expect(open.metrc.calls).toEqual([]);
  });

  test('is taken when Metrc answers its ids, with or without more', async () => {
    for (const body of [
      '{"Ids":[5]}',
      '{"Ids":[5],"Warnings":null}',
      '{"Ids":[5],"Warnings":"Late","More":1}',
    ]) {
      const server = await answering(200, body);
      expect(await server.system.report([sale(7, [line(1)])]).finally(server.stop)).toEqual(['5']);
    }
    for (const body of ['', 'null', '{}', '{"Ids":[5],"Warnings":null}']) {
      const server = await answering(200, body);
      expect(await server.system.report([empty(1)]).finally(server.stop)).toEqual([null]);
    }
  });

  test('that Metrc refuses as too large is a mistake of the shop', async () => {
    const server = await answering(413, '{"Message":"At most 10 objects are allowed."}');
    await expect(server.system.report([empty(1)]).finally(server.stop)).rejects.toThrow(RangeError);
  });

  test('meets no other at a package', async () => {
    open.add(1);
    open.metrc.faults.writeTakes = 50;
    const work = Array.from({ length: 4 }, (_, index) => report(sale(index, [line(1)])));
    await Promise.all(work);
    expect(packageOf(1)?.quantity).toBe(6);
  });

  test('waits as long as Metrc asks, and no longer than anyone waits', async () => {
    open.add(1);
    open.metrc.faults.next = [{ kind: 'too-many', method: 'POST', times: 2 }];
    await report(sale(7, [line(1)]));
    open.metrc.faults.next = [{ kind: 'too-many', method: 'POST' }];
    open.metrc.faults.retryAfter = 600;
    expect(await troubleOf(report(sale(8, [line(1)])))).toContain(
      'asks for a pause. Try again in 10 minutes',
    );
    expect(Object.keys(open.state.receipts)).toHaveLength(1);
  });

  test('to a Metrc that is not there was surely not taken', async () => {
    await open.metrc.stop();
    expect(await troubleOf(report(empty(1)))).toContain('could not be reached');
  });
});
