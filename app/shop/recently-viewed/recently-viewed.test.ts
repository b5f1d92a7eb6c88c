import { expect, test } from 'vitest';
import { parseRecent, REMEMBERED, readIds, recentFor, withViewed } from './recently-viewed.ts';

const of = (owner: string | null, ...ids: number[]) => ({ owner, ids });

test('a viewed product comes first, once, and replaces the oldest', () => {
  expect(withViewed(of(null, 1, 2, 3), 3)).toEqual(of(null, 3, 1, 2));
  const many = Array.from({ length: 40 }, (_, at) => at + 1);
  const last = many.reduce((list, id) => withViewed(list, id), of(null) as ReturnType<typeof parseRecent>);
  expect(last.ids).toEqual(many.toReversed().slice(0, REMEMBERED));
});

test('a guest’s list stays at sign-in, and no one else sees it, nor does a guest after signing out', () => {
  expect(recentFor(of(null, 1, 2), 'robin')).toEqual(of('robin', 1, 2));
  expect(recentFor(of('robin', 1, 2), 'robin')).toEqual(of('robin', 1, 2));
  expect(recentFor(of('robin', 1, 2), null)).toEqual(of(null));
  expect(recentFor(of('robin', 1, 2), 'sam')).toEqual(of('sam'));
});

test.each([null, '', 'no json', '[]', '{"ids":[1]}', '{"owner":7,"ids":[1]}', '{"owner":null,"ids":"1"}'])(
  'stored %s is ignored',
  (stored) => expect(parseRecent(stored)).toEqual(of(null)),
);

test('only ids count in stored and requested lists, each once and not too many', () => {
  expect(parseRecent('{"owner":null,"ids":[3,3,"4",0,-1,1.5,9e9,5]}')).toEqual(of(null, 3, 5));
  expect(readIds('3.3.x.0.9999999999.5')).toEqual([3, 5]);
  expect(readIds(null)).toEqual([]);
  expect(readIds(Array.from({ length: 60 }, (_, at) => at + 1).join('.'))).toHaveLength(REMEMBERED);
});
