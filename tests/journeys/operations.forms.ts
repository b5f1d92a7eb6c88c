/** The Operations page without scripts: what failed is tried again, and how backups are set up. */
import { sql } from 'drizzle-orm';
import { enter } from './form-steps.ts';
import { expect, withVisitors } from './forms.ts';
import { test as inOwnShop } from './own-shop.ts';

const test = withVisitors(inOwnShop);

test('an admin finds a failed job, tries it again, and reads how to set up backups; staff find no Operations', async ({
  openVisitor,
  shop,
}) => {
  await shop.db.execute(sql`insert into pgboss.job (name, data, state, output, completed_on) values
    ('mail', jsonb_build_object('mailId', gen_random_uuid()), 'failed', '{"message":"535 Authentication failed"}', now())`);
  const page = openVisitor();
  await enter(shop, page, 'admin');
  await page.goto('/admin/dashboard');
  await page.getByRole('link', { name: 'Operations', exact: true }).first().click();
  await expect(page.getByRole('heading', { name: 'Operations', exact: true })).toBeVisible();
  await expect(page.getByText('1 failed for good in the last day; see the log.')).toBeVisible();
  await expect(page.getByText('535 Authentication failed')).toBeVisible();
  await page.getByRole('button', { name: 'Try again Mail' }).click();
  await expect(page.getByText('The job is tried again.')).toBeVisible();
  await expect(page.getByText('535 Authentication failed')).toHaveCount(0);
  await page.getByRole('link', { name: 'All incidents' }).click();
  await expect(page.getByText('No incidents yet.')).toBeVisible();
  await page.goto('/admin/operations');
  await page.getByRole('link', { name: 'All backups' }).click();
  await expect(page.getByRole('link', { name: 'Set up backups' })).toBeVisible();
  await expect(page.getByText('npm run restore -- latest')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Back up now' })).toHaveCount(0);

  const staff = openVisitor();
  await enter(shop, staff, 'staff');
  await staff.goto('/admin/operations');
  await expect(staff.getByRole('link', { name: 'Operations', exact: true })).toHaveCount(0);
});
