/** Users and customers as admins and staff use them: roles, licenses, notes, and two colleagues on one profile. */
import { and, eq } from 'drizzle-orm';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { auditLog } from '#db/schema/audit.ts';
import { customerProfiles } from '#db/schema/customers.ts';
import { addLicense, aMark, DESK, enter, heading, profileOf } from './people-steps.ts';
import type { Shop } from './shop.ts';
import { toast, visit } from './steps.ts';
import { expect, test } from './support.ts';
import { expectAccessible, expectNoSidewaysScroll } from './watch.ts';

const TABLET = { viewport: { width: 768, height: 1024 }, hasTouch: true };

test.describe('age verification', () => {
  test('of two colleagues on one profile, the second sees the decision, and no other profile moves under the button', async ({
    openBrowser,
    shop,
  }) => {
    const mark = aMark();
    const people = [await shop.person({ name: `Ana ${mark}` }), await shop.person({ name: `Bo ${mark}` })];
    const [one, other] = [await openBrowser(TABLET), await openBrowser(TABLET)];
    await enter(shop, one, 'staff', 'Sam Counter');
    await enter(shop, other, 'admin', 'Ada Owner');
    const [page, second] = [await one.newPage(), await other.newPage()];
    for (const each of [page, second]) {
      await visit(each, `/admin/age-verification?find=${mark}`);
      await expect(each.getByRole('article', { name: `Ana ${mark}` })).toBeVisible();
    }
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await page.getByRole('checkbox', { name: 'I saw the physical license' }).check();
    await page.getByRole('article').getByRole('button', { name: 'Approve (Over 21)' }).tap();
    await expect(toast(page, 'Profile marked as Approved')).toBeVisible();
    // The next case's buttons at the bottom edge: the message leaves them free.
    const next = page.getByRole('article').getByRole('button', { name: 'Reject' });
    const { width } = page.viewportSize() ?? { width: 768 };
    const bottom = await next.evaluate((button) => button.getBoundingClientRect().bottom + scrollY);
    await page.setViewportSize({ width, height: Math.ceil(bottom) + 24 });
    const covers = () =>
      next.evaluate((button) => {
        const [own, message] = [button, document.querySelector('.toasts .toast')].map((each) =>
          each?.getBoundingClientRect(),
        );
        return own && message ? own.top < message.bottom && message.top < own.bottom : null;
      });
    await expect.poll(covers).toBe(false);
    await expect(second.getByText('Someone else just decided this profile.')).toBeVisible();
    await expect(second.getByRole('article')).toHaveCount(0);
    await second.getByRole('link', { name: 'Open next profile' }).tap();
    await expect(second.getByRole('article', { name: `Bo ${mark}` })).toBeVisible();
    expect(
      await Promise.all(people.map(async (each) => (await profileOf(shop, each))?.isVerifiedOver21)),
    ).toEqual([true, null]);
  });
});

test.describe('user management', () => {
  test('an admin changes a role, which counts at once, verifies a license and reads the details', async ({
    openBrowser,
    shop,
  }) => {
    const mark = aMark();
    const robin = await shop.person({ name: `Robin ${mark}` });
    const theirs = await openBrowser(DESK);
    await addLicense(shop, theirs, robin);
    const their = await theirs.newPage();
    await visit(their, '/admin/dashboard');
    await expect(toast(their, 'Unauthorized: Admin access only')).toBeVisible();

    const context = await openBrowser(DESK);
    await enter(shop, context, 'admin', 'Ada Owner');
    const page = await context.newPage();
    await visit(page, `/admin/users?find=${mark}`);
    await expect(heading(page, 'User Management')).toBeVisible();
    for (const name of ['User', 'Role', 'License Status', 'Last Activity', 'Actions'])
      await expect(page.getByRole('columnheader', { name, exact: true })).toBeVisible();
    const row = page.getByRole('row', { name: new RegExp(`Robin ${mark}`) });
    await expectAccessible(page);
    await row.getByRole('button', { name: /^User\s*, change the role/ }).press('Enter');
    const role = row.getByRole('combobox', { name: `Role of Robin ${mark}` });
    await expect(role).toBeFocused();
    await role.selectOption('Staff');
    await role.press('Tab');
    await page.keyboard.press('Enter');
    const asks = page.getByRole('dialog', { name: /^Change the role of/ });
    await expect(asks.getByText('Decide age and verify licenses')).toBeVisible();
    await expectAccessible(page);
    await asks.getByRole('button', { name: 'Change role' }).click();
    await expect(toast(page, 'Role updated successfully')).toBeVisible();
    await expect(page.getByText(`Robin ${mark}: User → Staff.`)).toBeVisible();
    await visit(their, '/admin/dashboard');
    await expect(heading(their, 'Dashboard')).toBeVisible();
    // Actions closed to staff are not on the page, and direct requests are refused.
    await expect(their.getByRole('link', { name: 'Customers' })).toBeVisible();
    await expect(their.getByRole('link', { name: 'Users' })).toHaveCount(0);
    await visit(their, '/admin/users');
    await expect(toast(their, 'Unauthorized: Admin access only')).toBeVisible();
    await expect(heading(their, 'Dashboard')).toBeVisible();

    await row.getByRole('link', { name: /^Verify license/ }).click();
    const panel = page.getByRole('dialog', { name: /^Verify the license of/ });
    await expect(panel.getByText('License ID')).toBeVisible();
    await expectAccessible(page);
    await panel.getByRole('button', { name: 'Verify license' }).click();
    await expect(toast(page, 'License verified successfully')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible();
    await expect(row.getByText('Verified')).toBeVisible();
    await shop.mailbox.receive(robin.email, /Your license is verified/);
    // Rejected before a license review: nothing is pending, here or on the customer's page.
    await shop.db
      .update(customerProfiles)
      .set({ licenseVerified: false, isVerifiedOver21: false })
      .where(eq(customerProfiles.userId, robin.userId));
    await visit(page, `/admin/users?find=${mark}&license=rejected`);
    await expect(row.getByText('Rejected')).toBeVisible();
    await expect(row.getByRole('link', { name: /^Verify license/ })).toHaveCount(0);
    await visit(page, `/admin/users?find=${mark}`);
    await row.getByRole('link', { name: /^View Details/ }).click();
    const details = page.getByRole('dialog', { name: `Robin ${mark}` });
    await expect(details.getByText('Our staff verified your license')).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(details).toHaveCount(0);

    // Removed again: the open page leads out by itself.
    await row.getByRole('button', { name: /^Staff\s*, change the role/ }).click();
    await role.selectOption('User');
    await row.getByRole('button', { name: /^Change/ }).click();
    await asks.getByRole('button', { name: 'Change role' }).click();
    await expect(toast(page, 'Role updated successfully').first()).toBeVisible();
    await expect.poll(() => new URL(their.url()).pathname).not.toContain('/admin');
  });
});

test.describe('customers', () => {
  test('staff on a tablet find a customer, reveal a phone number and save a note, and cannot ban', async ({
    openBrowser,
    shop,
  }) => {
    const mark = aMark();
    const robin = await shop.person({ name: `Robin ${mark}` });
    await shop.db
      .update(customerProfiles)
      .set({ phone: '(607) 555-0177' })
      .where(eq(customerProfiles.userId, robin.userId));
    const number = await shop.order(robin, await shop.product());
    const context = await openBrowser(TABLET);
    await enter(shop, context, 'staff', 'Sam Counter');
    const page = await context.newPage();
    await visit(page, '/admin/customers');
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await page.getByRole('searchbox', { name: 'Name, email or phone' }).fill(mark.toUpperCase());
    await page.getByRole('button', { name: 'Apply' }).tap();
    await expect(page.getByText('1 customer', { exact: true })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Export CSV' })).toHaveCount(0);
    await page.getByRole('link', { name: `View Robin ${mark}` }).tap();
    await expect(heading(page, `Robin ${mark}`)).toBeVisible();
    await expect(page.getByRole('link', { name: number })).toBeVisible();
    await expect(page.getByText('(607) 555-0177')).toHaveCount(0);
    await page.getByRole('button', { name: 'Show the phone' }).tap();
    await expect(page.getByText('(607) 555-0177')).toBeVisible();
    await expect.poll(async () => (await lookedAt(shop, robin)).length).toBe(1);
    await page.getByRole('button', { name: 'Add note' }).tap();
    await expect(page.getByText('Enter a note.').first()).toBeVisible();
    await expect(page.getByText('One thing to correct')).toHaveCount(1);
    await expect(page.getByLabel('New note')).toBeFocused();
    await page.getByLabel('New note').fill('Likes to come before ten.');
    await page.getByRole('button', { name: 'Add note' }).tap();
    await expect(toast(page, 'Note added.')).toBeVisible();
    await expect(page.getByRole('listitem').filter({ hasText: 'Likes to come before ten.' })).toContainText(
      'Sam Counter',
    );
    await expect(page.getByLabel('New note')).toHaveValue('');
    for (const name of [/^Ban/, /^Change points/, /^Turn off two-factor/])
      await expect(page.getByRole('button', { name })).toHaveCount(0);
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await page.setViewportSize({ width: 390, height: 800 });
    await expectNoSidewaysScroll(page);
  });
});

const lookedAt = (shop: Shop, { userId }: SignedIn) =>
  shop.db
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.subjectId, userId), eq(auditLog.action, 'customer.revealed')));
