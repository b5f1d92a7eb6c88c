import { expect, test } from 'vitest';
import { type ActionKind, answerWithout, type RefusedAction, refusedByOrder } from './offline-action.ts';

test('an answer that will be the same next time is a refusal, so that the next action is sent', () => {
  for (const status of [400, 404, 409, 413, 422])
    expect(answerWithout(status, 0)).toEqual({ outcome: 'refused', text: expect.stringContaining('again') });
});

test('a fault of the shop is tried again, but not for ever', () => {
  expect([1, 2, 3, 4].map((tries) => answerWithout(500, tries))).toEqual(Array(4).fill('no-network'));
  expect(answerWithout(500, 5)).toMatchObject({ outcome: 'refused' });
});

test('a busy shop, a proxy without one, and a slow network are a lost network however often', () => {
  for (const status of [408, 429, 502, 503, 504]) expect(answerWithout(status, 99)).toBe('no-network');
});

test('a session that is over sends nothing more', () => {
  for (const status of [401, 403]) expect(answerWithout(status, 0)).toBe('ended');
});

const kim = { id: 'kim', name: 'Kim Reyes' };
const refused = (order: string, kind: ActionKind, text = 'ORD7 is canceled.', by = kim): RefusedAction => ({
  ...{
    id: `${order} ${kind} ${by.id}`,
    kind,
    order,
    version: 1,
    after: '',
    session: 's',
    doneAt: 1,
    by,
    fields: {},
    text,
  },
});

test('an order that was canceled refuses each step, and reads as one refusal with one advice', () => {
  const steps = [refused('ORD7', 'pack'), refused('ORD7', 'pack-one'), refused('ORD7', 'ready')];
  const [only, ...others] = refusedByOrder(steps);
  expect(others).toEqual([]);
  expect(only).toMatchObject({ order: 'ORD7', by: kim, actions: steps, texts: ['ORD7 is canceled.'] });
  expect(only?.advice).toEqual(['Compare the bag with the order, and put back what does not belong in it.']);
});

test('other orders and other people stay apart, in the order of their first refusal', () => {
  const lee = { id: 'lee', name: 'Lee Ford' };
  const groups = refusedByOrder([
    refused('ORD8', 'here'),
    refused('ORD7', 'pack'),
    refused('ORD8', 'pack', 'Ada packs it.'),
    refused('ORD8', 'pack', 'Ada packs it.', lee),
  ]);
  expect(groups.map(({ order, by, texts }) => [order, by.id, texts])).toEqual([
    ['ORD8', 'kim', ['ORD7 is canceled.', 'Ada packs it.']],
    ['ORD7', 'kim', ['ORD7 is canceled.']],
    ['ORD8', 'lee', ['Ada packs it.']],
  ]);
});

test('cash that changed hands is the advice about a bag that comes first, and a note is written again', () => {
  const [only] = refusedByOrder([
    refused('ORD7', 'pack-all'),
    refused('ORD7', 'note'),
    refused('ORD7', 'hand-over'),
  ]);
  expect(only?.advice).toEqual([
    'The customer has the goods. Tell the person in charge.',
    'Open the order and write the note again.',
  ]);
  expect(refusedByOrder([refused('ORD7', 'here'), refused('ORD7', 'not-here')])[0]?.advice).toEqual([
    'Open the order.',
  ]);
});

test('of several reasons, a refused change of status is left out; alone it is said once', () => {
  const [pack, ready] = ['Packing', 'Ready'].map(
    (to) => `Failed to update status. It cannot change to ${to}.`,
  );
  const ended = refusedByOrder([
    refused('ORD7', 'pack', pack),
    refused('ORD7', 'pack-one', 'Canceled. ORD7 has ended.'),
    refused('ORD7', 'ready', ready),
  ]);
  expect(ended.map(({ texts }) => texts)).toEqual([['Canceled. ORD7 has ended.']]);
  const alone = refusedByOrder([refused('ORD7', 'pack', pack), refused('ORD7', 'ready', ready)]);
  expect(alone.map(({ texts }) => texts)).toEqual([['It cannot change to Packing.']]);
});
