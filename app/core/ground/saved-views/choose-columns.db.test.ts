import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { listColumns } from '#db/schema/saved-views.ts';
import { readHiddenColumns } from '#office/saved-views/list-columns-queries.server.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { aPerson } from '#tests/support/people.ts';
import { chooseColumns } from './choose-columns.server.ts';
import { mayHide, readColumnChoice, shownColumns } from './list-columns.ts';

let fresh: FreshDatabase;
let ana: SignedIn;
let ben: SignedIn;
beforeAll(async () => {
  fresh = await freshDatabase();
  ana = await aPerson(fresh.db, { role: 'staff' });
  ben = await aPerson(fresh.db, { role: 'admin' });
});
afterAll(() => fresh.stop());

test('a person’s columns of one list are theirs alone, and all of them again takes no row', async () => {
  await chooseColumns(ana, { list: 'orders', hidden: ['Email', 'Units'] });
  await chooseColumns(ana, { list: 'orders', hidden: ['Email'] });
  await chooseColumns(ben, { list: 'orders', hidden: ['Pickup'] });
  expect(await readHiddenColumns(ana, 'orders')).toEqual(['Email']);
  expect(await readHiddenColumns(ben, 'orders')).toEqual(['Pickup']);
  expect(await readHiddenColumns(ana, 'lots')).toEqual([]);
  await chooseColumns(ana, { list: 'orders', hidden: [] });
  expect(await readHiddenColumns(ana, 'orders')).toEqual([]);
  expect(await fresh.db.select().from(listColumns)).toHaveLength(1);
});

test('two choices at once leave one of them', async () => {
  const choices = [['Email'], ['Units'], ['Pickup', 'Email'], []];
  await Promise.all(choices.map((hidden) => chooseColumns(ana, { list: 'orders', hidden })));
  expect(choices).toContainEqual(await readHiddenColumns(ana, 'orders'));
});

test('customers choose none', async () => {
  const customer = await aPerson(fresh.db);
  expect(await chooseColumns(customer, { list: 'orders', hidden: ['Email'] })).toMatchObject({ ok: false });
  expect(await readHiddenColumns(customer, 'orders')).toEqual([]);
});

const form = (...fields: [string, string][]) => {
  const made = new FormData();
  for (const [name, value] of fields) made.append(name, value);
  return made;
};

test('boxes that are not ticked are hidden', () => {
  expect(
    readColumnChoice(
      form(['list', 'lots'], ['of', 'Held'], ['of', 'Test'], ['of', 'Held'], ['shown', 'Test']),
    ),
  ).toEqual({ list: 'lots', hidden: ['Held'] });
});

test.each([
  ['of no list', form(['list', 'secrets'], ['of', 'Held'])],
  ['with a name that is too long', form(['list', 'lots'], ['of', 'x'.repeat(61)])],
  [
    'with too many',
    form(['list', 'lots'], ...Array.from({ length: 31 }, (_, at): [string, string] => ['of', `${at}`])),
  ],
])('a choice %s is refused', (_, given) => {
  expect(readColumnChoice(given)).toBeNull();
});

test('the column that names a row and its actions stay, whatever was sent', () => {
  const columns = [
    { head: 'Order #', primary: true },
    { head: 'Email' },
    { head: 'Total' },
    { head: 'Actions' },
  ];
  expect(shownColumns(columns, ['Order #', 'Email', 'Actions', 'Gone']).map(({ head }) => head)).toEqual([
    'Order #',
    'Total',
    'Actions',
  ]);
  expect(columns.filter(mayHide).map(({ head }) => head)).toEqual(['Email', 'Total']);
});
