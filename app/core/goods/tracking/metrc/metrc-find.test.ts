/** An answer that was lost: what was reported is unsure, sent once, and found again if Metrc took it. */
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { cents } from '#kernel/money.ts';
import { log } from '#platform/log.ts';
import { setQuantity } from '#seed/metrc/by-hand.ts';
import type { FaultKind } from '#seed/metrc/faults.ts';
import type { StateAct } from '../tracking.ts';
import { adjustment, changed, empty, line, sale } from './testing/acts.ts';
import { answering } from './testing/answering.ts';
import { NOON, type OpenSystem, openSystem, tagOf, troubleOf } from './testing/open-system.ts';

const UNSURE = 'looks up whether it was taken';
let open: OpenSystem;
let receipt: string;
beforeEach(async () => {
  const said = vi.spyOn(log, 'warn').mockReset();
  open = await openSystem();
  open.add(1);
  open.add(2, { quantity: 0 });
  [receipt = ''] = (await open.system.report([sale(1, [line(1, { units: 2 })])])) as string[];
  return async () => {
    await open.metrc.stop();
    expect(JSON.stringify(said.mock.calls)).not.toMatch(/hunter/);
  };
});
const find = (act: StateAct) => open.system.find(act);
const writes = () => open.metrc.calls.filter(({ method }) => method !== 'GET').length;

/** Each kind of act, and the id under which it is found. */
const acts: Record<StateAct['kind'], () => [StateAct, string | null | undefined]> = {
  sale: () => [sale(7, [line(1)]), undefined],
  'sale-changed': () => [changed(receipt, sale(1, [line(1, { units: 3 })])), receipt],
  'sale-voided': () => [{ kind: 'sale-voided', receiptId: receipt }, receipt],
  'day-closed': () => [{ kind: 'day-closed', receiptId: receipt }, receipt],
  adjustment: () => [adjustment(1, -1), null],
  'package-empty': () => [empty(2), null],
};
const kinds = Object.keys(acts) as StateAct['kind'][];

describe.each(kinds)('%s', (kind) => {
  test.each<[FaultKind, boolean]>([
    ['silence-after-taking', true],
    ['cut-after-taking', true],
    ['silence', false],
    ['error-500', false],
  ])('after %s is unsure, sent once, and found only if it was taken', async (fault, isTaken) => {
    const [act, id] = acts[kind]();
    expect(await find(act)).toBeNull();
    const before = writes();
    open.metrc.faults.next = [{ kind: fault, method: methodOf(kind) }];
    expect(await troubleOf(open.systemWith({ answerMs: 400 }).report([act]))).toContain(UNSURE);
    // A busy machine takes it later.
    await vi.waitFor(() => expect(writes() - before).toBe(1), { timeout: 5000 });
    const wanted = { id: id === undefined ? idOfNumber('ORD7') : id };
    expect(await find(act)).toEqual(isTaken ? wanted : null);
    if (isTaken) return;
    await open.system.report([act]);
    expect(await find(act)).not.toBeNull();
  });

  test('after an answer that is none is unsure, and found', async () => {
    const [act] = acts[kind]();
    // A change answers nothing, of which nothing can have a wrong type.
    const strange = kind === 'sale' || kind === 'adjustment' ? 'wrong-types' : 'html';
    open.metrc.faults.next = [{ kind: strange, method: methodOf(kind) }];
    expect(await troubleOf(open.system.report([act]))).toContain(UNSURE);
    expect(await find(act)).not.toBeNull();
  });

  test('that was refused is not found', async () => {
    const [act] = acts[kind]();
    open.metrc.faults.next = [{ kind: 'refusal', method: methodOf(kind) }];
    expect(await troubleOf(open.system.report([act]))).toBe('0: The object was refused.');
    expect(await find(act)).toBeNull();
  });
});
const methodOf = (kind: StateAct['kind']) =>
  kind === 'sale' || kind === 'adjustment' ? 'POST' : kind === 'sale-voided' ? 'DELETE' : 'PUT';
const idOfNumber = (number: string) =>
  String(Object.values(open.state.receipts).find(({ externalNumber }) => externalNumber === number)?.id);

test.each<FaultKind>(['huge', 'html', 'redirect', 'slow'])(
  'a report that meets %s is unsure',
  async (kind) => {
    open.metrc.faults.next = [{ kind, method: 'POST' }];
    const limits = kind === 'slow' ? { answerMs: 300 } : {};
    expect(await troubleOf(open.systemWith(limits).report([sale(7, [line(1)])]))).toContain(UNSURE);
    expect(await find(sale(7, [line(1)]))).toEqual({ id: idOfNumber('ORD7') });
  },
);

test.each([
  [408, '', UNSURE],
  [502, '<h1>Bad gateway</h1>', UNSURE],
  [200, '{"Ids":[1,2]}', UNSURE],
  [200, '{"Ids":[1.5]}', UNSURE],
  [200, '{"Ids":null}', UNSURE],
  [200, '', UNSURE],
  [405, '', 'not as Metrc does'],
  [400, '<h1>Bad request</h1>', 'Metrc gave no reason.'],
])('an answer of %d with %j is one sentence', async (status, body, words) => {
  const server = await answering(status, body);
  const work = server.system.report([sale(7, [line(1)])]);
  expect(await troubleOf(work).finally(server.stop)).toContain(words);
});

describe('a sale', () => {
  const mine = () => sale(1, [line(1, { units: 2 })]);

  test('that a person voided in Metrc does not count as found; another of its number does', async () => {
    await open.system.report([{ kind: 'sale-voided', receiptId: receipt }]);
    expect(await find(mine())).toBeNull();
    const [again = ''] = await open.system.report([mine()]);
    expect(await find(mine())).toEqual({ id: again });
    // Sent twice by a mistake, and the later one corrected: Metrc answers with that one.
    const [twice = ''] = await open.system.report([mine()]);
    await open.system.report([{ kind: 'sale-voided', receiptId: twice ?? '' }]);
    expect(await find(mine())).toEqual({ id: again });
  });

  test('that is final already is found', async () => {
    await open.system.report([{ kind: 'day-closed', receiptId: receipt }]);
    expect(await find(mine())).toEqual({ id: receipt });
  });

  test('whose number Metrc answers with 401 is looked up in the lists, and with no right nothing is said', async () => {
    open.metrc.faults.unknownReceipt = 401;
    expect(await find(sale(7, [line(1)]))).toBeNull();
    // Even when Metrc never answers about one number.
    open.state.receipts[Number(receipt)] = {
      ...(open.state.receipts[Number(receipt)] as (typeof open.state.receipts)[number]),
      externalNumber: 'ORD9',
    };
    expect(await find(sale(9, [line(1)]))).toEqual({ id: receipt });
    for (const user of open.state.users) user.permissions = ['View Packages'];
    expect(await troubleOf(find(sale(7, [line(1)])))).toContain('‘View Sales’');
  });

  test('whose number has other signs is asked as it is', async () => {
    for (const number of ['A/B?c=#1', '..', '%2F', 'ÖRD 1'])
      expect(await find({ ...mine(), number })).toBeNull();
  });

  test('that cannot be looked up is not taken for one that is not there', async () => {
    open.metrc.faults.next = [{ kind: 'error-500', times: 3 }];
    expect(await troubleOf(find(mine()))).toContain('a problem of its own');
    open.metrc.faults.next = [{ kind: 'html' }];
    expect(await troubleOf(find(mine()))).toContain('not as Metrc does');
  });
});

describe('a changed sale', () => {
  test.each<[string, Partial<ReturnType<typeof sale>>]>([
    ['amount', { lines: [line(1, { units: 2, amount: cents(1) })] }],
    ['units', { lines: [line(1, { units: 1 })] }],
    ['package', { lines: [line(2, { units: 2 })] }],
    ['time', { soldAt: NOON.subtract({ minutes: 9 }) }],
    ['number', { number: 'ORD2' }],
    ['codes', { lines: [line(1, { units: 2, codes: ['1A41203000020D500000007800'] })] }],
  ])('of another %s is not found', async (_, more) => {
    const same = changed(receipt, sale(1, [line(1, { units: 2 })]));
    expect(await find(same)).toEqual({ id: receipt });
    expect(await find({ ...same, ...more })).toBeNull();
  });
});

describe('an adjustment', () => {
  test('is found by its mark at its package, not by another’s that begins alike', async () => {
    await open.system.report([adjustment(1, -1, { mark: 'Farmgate 123' })]);
    expect(await find(adjustment(1, -1, { mark: 'Farmgate 123' }))).toEqual({ id: null });
    for (const mark of ['Farmgate 12', 'Farmgate 1234', 'armgate 123'])
      expect(await find(adjustment(1, -1, { mark }))).toBeNull();
    expect(await find(adjustment(2, -1, { mark: 'Farmgate 123' }))).toBeNull();
  });

  test('is found among many, also by a person with a long note', async () => {
    const made = { quantity: 5, reason: 'Waste', date: '2026-11-28' };
    for (let number = 0; number < 45; number++)
      setQuantity(open.state, tagOf(1), { ...made, note: 'x'.repeat(5000) }, open.now());
    await open.system.report([adjustment(1, -1)]);
    expect(await find(adjustment(1, -1))).toEqual({ id: null });
  });

  test('a note of a megabyte is one sentence', async () => {
    const made = { quantity: 5, reason: 'Waste', date: '2026-11-28', note: 'x'.repeat(1_100_000) };
    setQuantity(open.state, tagOf(1), made, open.now());
    expect(await troubleOf(find(adjustment(1, -1)))).toContain('not as Metrc does');
  });
});
