/** Someone scans the label of a jar: past the age gate to its lot, and what they read when the lot is recalled. */
import { eq } from 'drizzle-orm';
import { recallLots, recalls } from '#db/schema/recalls.ts';
import { lots } from '#db/schema/stock.ts';
import { expect, test } from './forms.ts';

test('a scanned label leads past the age gate to the lot, from seed to jar', async ({
  openVisitor,
  shop,
}) => {
  const item = await shop.product({ size: '3.5 g' });
  const [lot] = await shop.db
    .update(lots)
    .set({
      grownIn: 'East field, row 4',
      harvestedOn: '2026-02-28',
      curedOn: '2026-03-14',
      coaNumber: 'COA-91',
    })
    .where(eq(lots.productId, item.id))
    .returning({ code: lots.publicCode });
  const page = openVisitor({ affirmed: false });
  // As someone types it; the page has one address.
  await page.goto(`/lots/${lot?.code.toLowerCase()}`);
  await page.getByRole('button', { name: /21 or older/ }).click();
  await expect(page).toHaveURL(`/lots/${lot?.code}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Batch B-1' })).toBeVisible();
  for (const fact of ['East field, row 4', 'Feb 28, 2026', 'Mar 14, 2026', 'COA-91', 'Test passed'])
    await expect(page.getByRole('definition').filter({ hasText: fact })).toBeVisible();
  await expect(page.getByText('Only staff see this')).toHaveCount(0);
  await expect(page.getByText(/HOPEline/).first()).toBeVisible();
  await page
    .getByRole('main')
    .getByRole('link', { name: `${item.name}, 3.5 g` })
    .click();
  await expect(page).toHaveURL(item.path);
  expect(await page.goto('/lots/0123456789AB')).toBe(404);
});

test('a recall is the first thing on the page of its lot, and staff find who has it', async ({
  openVisitor,
  visitor,
  shop,
}) => {
  const item = await shop.product({ onHand: 4 });
  const [lot] = await shop.db
    .select({ id: lots.id, code: lots.publicCode })
    .from(lots)
    .where(eq(lots.productId, item.id));
  if (!lot) throw new Error('no lot');
  const path = `/lots/${lot.code}`;
  // Twice, so that the second visit reads the cached page.
  for (let visit = 0; visit < 2; visit += 1) await visitor.goto(path);
  await expect(visitor.getByRole('alert')).toHaveCount(0);
  const ada = await shop.person({ role: 'admin' });
  const [recall] = await shop.db
    .insert(recalls)
    .values({
      ...{ reason: 'Yeast', title: 'Bring back the jars', words: 'Yeast above the limit.' },
      ...{ createdBy: ada.userId, createdByName: ada.name },
    })
    .returning({ id: recalls.id });
  if (!recall) throw new Error('no recall');
  await shop.db.insert(recallLots).values({ recallId: recall.id, lotId: lot.id });
  await shop.db
    .update(recalls)
    .set({ status: 'active', startedAt: new Date() })
    .where(eq(recalls.id, recall.id));
  await shop.db.update(lots).set({ status: 'recalled' }).where(eq(lots.id, lot.id));
  await expect(async () => {
    await visitor.goto(path);
    await expect(visitor.getByRole('alert')).toContainText('This batch has been recalled.');
  }).toPass();
  await expect(visitor.getByRole('alert')).toContainText('Do not use it. Bring it back to the farm or call');
  await expect(visitor.getByRole('alert')).toContainText('Yeast above the limit.');

  const staff = openVisitor();
  await shop.signIn(staff, ada);
  await staff.goto(path);
  await expect(staff.getByRole('link', { name: /^Recall \d+: Bring back the jars$/ })).toBeVisible();
  await staff.getByRole('link', { name: 'Who has it, and what can be done' }).click();
  await expect(staff).toHaveURL(`/admin/lots/${lot.id}`);
  await expect(staff.getByRole('link', { name: `/lots/${lot.code}` })).toBeVisible();
  // Its units are still in the ledger as units for sale, which the shop's invariants compare with the lots.
  await shop.db.update(lots).set({ status: 'sellable' }).where(eq(lots.id, lot.id));
  await shop.db.delete(recallLots).where(eq(recallLots.recallId, recall.id));
  await shop.db.delete(recalls).where(eq(recalls.id, recall.id));
});

test('staff enter where a lot grew; words that promise an effect are refused and stay in the field', async ({
  visitor: page,
  shop,
}) => {
  const item = await shop.product();
  await shop.signIn(page, await shop.person({ role: 'admin' }));
  await page.goto(`/admin/products/${item.id}/lots`);
  await page.getByText('Edit batch B-1').click();
  await page.getByRole('textbox', { name: 'Field or room' }).first().fill('Barn 2, cures anxiety');
  await page.getByRole('button', { name: 'Save batch' }).click();
  await expect(page.getByText(/^Not allowed on a public page: /).first()).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Field or room' }).first()).toHaveValue(
    'Barn 2, cures anxiety',
  );
  await page.getByRole('textbox', { name: 'Field or room' }).first().fill('Barn 2');
  await page.getByRole('button', { name: 'Save batch' }).click();
  await expect(page.getByText('Batch saved.')).toBeVisible();
  const [stored] = await shop.db
    .select({ grownIn: lots.grownIn })
    .from(lots)
    .where(eq(lots.productId, item.id));
  expect(stored?.grownIn).toBe('Barn 2');
});
