import { expect, test } from 'vitest';
import { nextActs, type OpenAct } from './next-acts.ts';

const NOW = new Date('2026-11-28T17:00:00Z');
const soon = new Date(NOW.getTime() + 1000);
const act = (id: number, tags: string[], more: Partial<OpenAct> = {}): OpenAct => ({
  ...{ id, kind: 'sale', status: 'waiting', tags, dueAt: null, saleId: null, sale: null },
  ...more,
});
const ids = (acts: readonly OpenAct[]) => acts.map(({ id }) => id);
const sendsOf = (...open: OpenAct[]) => ids(nextActs(open, NOW).toSend);

test('acts of one package are sent one after the other', () => {
  expect(sendsOf(act(1, ['A']), act(2, ['B', 'A']), act(3, ['B']), act(4, ['C']))).toEqual([1, 4]);
});

test('a call has one kind and at most ten acts, a voided sale a call of its own', () => {
  const many = Array.from({ length: 12 }, (_, index) => act(index, [`T${index}`]));
  expect(sendsOf(...many)).toHaveLength(10);
  expect(sendsOf(act(1, ['A']), act(2, ['B'], { kind: 'adjustment' }), act(3, ['C']))).toEqual([1, 3]);
  const sale = { status: 'sent', stateId: '9' } as const;
  expect(
    sendsOf(act(1, ['A'], { kind: 'sale-voided', sale }), act(2, ['B'], { kind: 'sale-voided', sale })),
  ).toEqual([1]);
});

test('an act whose answer was lost is looked up when it is due, and its package waits until then', () => {
  const lost = act(1, ['A'], { status: 'sending', dueAt: soon });
  expect(nextActs([lost, act(2, ['A']), act(3, ['B'])], NOW)).toMatchObject({
    toLookUp: [],
    toSend: [{ id: 3 }],
  });
  expect(ids(nextActs([lost, act(2, ['A'])], soon).toLookUp)).toEqual([1]);
});

test('an act waits for its sale, is skipped with it, and holds up no package while the sale is refused', () => {
  const about = (status: 'waiting' | 'sent' | 'refused' | 'skipped') =>
    act(2, ['A'], { kind: 'sale-changed', sale: { status, stateId: null } });
  expect(sendsOf(about('waiting'), act(3, ['A']))).toEqual([]);
  expect(sendsOf(about('sent'), act(3, ['A']))).toEqual([2]);
  expect(sendsOf(about('refused'), act(3, ['A']))).toEqual([3]);
  expect(nextActs([about('skipped'), act(3, ['A'])], NOW)).toMatchObject({
    toSkip: [{ id: 2 }],
    toSend: [{ id: 3 }],
  });
});

test('an act that is due later holds up its package', () => {
  expect(sendsOf(act(1, ['A'], { dueAt: soon }), act(2, ['A']), act(3, ['B']))).toEqual([3]);
});

test('a day is closed for a sale only after the changes of that sale, though it names no package', () => {
  const sale = { saleId: 9, sale: { status: 'sent', stateId: '9' } } as const;
  const lost = act(1, ['A'], { status: 'sending', dueAt: soon });
  const changed = act(2, ['A'], { kind: 'sale-changed', ...sale });
  expect(sendsOf(lost, changed, act(3, [], { kind: 'day-closed', ...sale }))).toEqual([]);
  expect(sendsOf(lost, act(3, [], { kind: 'day-closed', ...sale }))).toEqual([3]);
});
