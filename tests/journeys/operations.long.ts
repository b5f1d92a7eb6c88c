/** Operations by keyboard and at every width, and a backup whose end an open page shows by itself. */
import { sql } from 'drizzle-orm';
import { expect, test } from './own-shop.ts';
import { visit } from './steps.ts';
import { expectFits } from './watch.ts';

test('Operations is reached by its keys, a finding leads to its section, and a press tries jobs again', async ({
  openBrowser,
  shop,
}) => {
  await shop.db.execute(sql`insert into pgboss.job (name, data, state, output, completed_on) values
    ('mail', jsonb_build_object('mailId', gen_random_uuid()), 'failed', '{"message":"535 Refused"}', now())`);
  const context = await openBrowser({ viewport: { width: 1440, height: 900 } });
  await shop.signIn(context, await shop.person({ role: 'admin', name: 'Ada Owner' }));
  const page = await context.newPage();
  await visit(page, '/admin/dashboard');
  await page.keyboard.press('g');
  await page.keyboard.press('j');
  await expect(page.getByRole('heading', { level: 1, name: 'Operations' })).toBeVisible();
  await expectFits(page);
  await page
    .getByRole('list', { name: 'How the shop is doing' })
    .getByRole('link', { name: 'Jobs' })
    .press('Enter');
  await expect(page).toHaveURL(/#jobs$/);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Try again Mail' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText('The job is tried again.').first()).toBeVisible();
  await expect(page.getByText('535 Refused')).toHaveCount(0);

  await visit(page, '/admin/operations/backups');
  await expect(page.getByText('No backups yet.')).toBeVisible();
  const say = sql`select pg_notify('live', 'operations')`;
  await shop.db.execute(sql`insert into backups (name, place, cause, status, started_at)
    values ('20261126T081500Z-12abcd', 'The folder /backups', 'command', 'failed', now())`);
  await shop.db.execute(say);
  await expect(page.getByText('20261126T081500Z-12abcd')).toBeVisible();
  await shop.db.execute(sql`update backups set status = 'good', ended_at = now(), bytes = 54000000`);
  await shop.db.execute(say);
  await expect(page.getByText('npm run restore -- 20261126T081500Z-12abcd')).toBeVisible();
  await expectFits(page);
});
