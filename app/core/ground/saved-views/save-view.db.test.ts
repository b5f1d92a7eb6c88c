import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { readSavedViews } from '#office/saved-views/saved-views-queries.server.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { aPerson } from '#tests/support/people.ts';
import { deleteView, saveView } from './save-view.server.ts';
import { MAXIMUM_VIEWS, savedViewSchema } from './saved-view.ts';

let fresh: FreshDatabase;
beforeAll(async () => {
  fresh = await freshDatabase();
});
afterAll(() => fresh.stop());

const view = (name: string, shared = false) => ({
  list: 'orders' as const,
  name,
  query: 'status=ready',
  shared,
});
const names = async (actor: SignedIn) => (await readSavedViews(actor, 'orders')).map(({ name }) => name);

test('a view belongs to its owner; a shared one is visible to the whole back office, and an admin may delete it', async () => {
  const [ann, bob] = [await aPerson(fresh.db, { role: 'staff' }), await aPerson(fresh.db, { role: 'staff' })];
  const admin = await aPerson(fresh.db, { role: 'admin' });
  const own = await saveView(ann, view('Mine'));
  const shared = await saveView(ann, view('Ours', true));
  if (!own.ok || !shared.ok) throw new Error('a view was not saved');
  expect((await names(ann)).sort()).toEqual(['Mine', 'Ours']);
  expect(await names(bob)).toEqual(['Ours']);
  expect(await saveView(ann, view('Mine'))).toEqual({
    ok: false,
    problem: { kind: 'name-taken', name: 'Mine' },
  });

  for (const id of [own.value.id, shared.value.id, 'no id'])
    expect(await deleteView(bob, id)).toEqual({ ok: false, problem: { kind: 'not-found' } });
  expect(await deleteView(admin, own.value.id)).toMatchObject({ ok: false });
  expect(await deleteView(admin, shared.value.id)).toEqual({ ok: true, value: { name: 'Ours' } });
  expect(await deleteView(ann, own.value.id)).toEqual({ ok: true, value: { name: 'Mine' } });
});

test('forty saves at once make no more views than the limit', async () => {
  const ann = await aPerson(fresh.db, { role: 'staff' });
  const outcomes = await Promise.all(
    Array.from({ length: 2 * MAXIMUM_VIEWS }, (_, number) => saveView(ann, view(`View ${number}`))),
  );
  expect(outcomes.filter(({ ok }) => ok)).toHaveLength(MAXIMUM_VIEWS);
});

test('customers cannot save views, and an unknown list has no views', async () => {
  expect(await saveView(await aPerson(fresh.db), view('Mine'))).toMatchObject({ ok: false });
  expect(savedViewSchema.safeParse({ ...view('x'), list: 'invented', shared: '1' }).success).toBe(false);
});
