/** Age verification, users and customers as staff and admins use them (specification section 2, 'Admin screens'). */
import { randomBytes } from 'node:crypto';
import type { BrowserContext, Page } from '@playwright/test';
import { and, eq } from 'drizzle-orm';
import sharp from 'sharp';
import type { SignedIn } from '#core/access/actor.ts';
import { auditLog } from '#db/schema/audit.ts';
import { customerProfiles } from '#db/schema/customers.ts';
import { authenticators } from '#db/schema/identity.ts';
import type { Shop } from './shop.ts';
import { pressUntil, toast, visit } from './steps.ts';
import { expect, test } from './support.ts';
import { expectAccessible, expectNoSidewaysScroll } from './watch.ts';

const DESK = { viewport: { width: 1440, height: 900 } };
const TABLET = { viewport: { width: 768, height: 1024 }, hasTouch: true };
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });

/** A word in no other person's name. */
const aMark = () => `Q${randomBytes(5).toString('hex')}`;

async function enter(shop: Shop, context: BrowserContext, role: 'admin' | 'staff', name: string) {
  const person = await shop.person({ role, name });
  await shop.signIn(context, person);
  return person;
}

/** Adds a license number and its photo, as customers do. */
async function addLicense(shop: Shop, context: BrowserContext, person: SignedIn): Promise<void> {
  await shop.signIn(context, person);
  const page = await context.newPage();
  await visit(page, '/profile');
  await page.getByLabel(/^Driver's License ID/).fill(`NY ${randomBytes(4).toString('hex')} 4821`);
  await page.getByLabel('State of License').selectOption('New York');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(toast(page, 'Profile saved!')).toBeVisible();
  const license = page.getByRole('region', { name: 'License photo' });
  await license.locator('input[type=file]').setInputFiles({
    name: 'license.jpg',
    mimeType: 'image/jpeg',
    buffer: await sharp({ create: { width: 640, height: 400, channels: 3, background: '#c8a24a' } })
      .jpeg()
      .toBuffer(),
  });
  await expect(license.getByRole('img', { name: 'Your license photo' })).toBeVisible();
  await page.close();
}

async function profileOf(shop: Shop, { userId }: SignedIn) {
  const [row] = await shop.db.select().from(customerProfiles).where(eq(customerProfiles.userId, userId));
  return row;
}

test.describe('age verification', () => {
  test('a budtender decides by keyboard alone, with the license beside what the customer typed', async ({
    openBrowser,
    shop,
  }) => {
    const mark = aMark();
    const first = await shop.person({ name: `Ana ${mark}` });
    const second = await shop.person({ name: `Bo ${mark}`, birthDate: '2010-01-01' });
    await addLicense(shop, await openBrowser(DESK), first);
    const context = await openBrowser(DESK);
    await enter(shop, context, 'staff', 'Sam Counter');
    const page = await context.newPage();
    await visit(page, '/admin/dashboard');
    await pressUntil(page, 'g', async () => {
      await page.keyboard.press('v');
      await expect(heading(page, 'Age Verification Approval')).toBeVisible({ timeout: 2000 });
    });
    await visit(page, `/admin/age-verification?find=${mark}`);
    await expect(page.getByText('2 profiles pending')).toBeVisible();
    const open = page.getByRole('article', { name: `Ana ${mark}` });
    await expect(open.getByText('Jun 15, 1995')).toBeVisible();
    await expect(open.getByText(/^Age \d\d$/)).toBeVisible();
    // In the list, people who cannot be approved have the reason instead of a button.
    const waiting = page.getByRole('listitem').filter({ hasText: `Bo ${mark}` });
    await expect(waiting.getByText('Cannot approve: under age by the date on file.')).toBeVisible();
    await expect(waiting.getByRole('button', { name: /^Approve/ })).toHaveCount(0);
    const photo = open.getByRole('img', { name: `License of Ana ${mark}` });
    await expect
      .poll(() => photo.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth))
      .toBe(640);
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await open.getByRole('button', { name: 'Show number' }).click();
    await expect(open.getByText(/^NY[0-9A-F]{8}4821$/)).toBeVisible();
    const looks = async () =>
      (await shop.db.select().from(auditLog).where(eq(auditLog.subjectId, first.userId))).map(
        ({ action }) => action,
      );
    await expect
      .poll(async () => (await looks()).sort())
      .toEqual(['customer.revealed', 'license-photo.viewed']);

    await pressUntil(page, 'a', () =>
      expect(toast(page, 'Profile marked as Approved')).toBeVisible({ timeout: 3000 }),
    );
    expect(await profileOf(shop, first)).toMatchObject({ isVerifiedOver21: true });
    expect((await profileOf(shop, first))?.ageDecidedAt).not.toBeNull();
    await shop.mailbox.receive(first.email, /Your age is confirmed/);

    // The next one opens by itself, and is under age.
    const underAge = page.getByRole('article', { name: `Bo ${mark}` });
    await expect(underAge.getByText('The birth date on file is under age.')).toBeVisible();
    await expect(underAge.getByRole('button', { name: /^Approve/ })).toHaveCount(0);
    const dialog = page.getByRole('dialog', { name: `Reject Bo ${mark}?` });
    await pressUntil(page, 'r', () => expect(dialog).toBeVisible({ timeout: 2000 }));
    await expect(dialog.getByLabel('Reason (the customer sees it)')).toHaveValue('under_age');
    await expectAccessible(page);
    await dialog.getByLabel(/^Note for the history/).fill('School ID');
    await page.keyboard.press('Enter');
    await expect(toast(page, 'Profile marked as Rejected')).toBeVisible();
    expect(await profileOf(shop, second)).toMatchObject({
      isVerifiedOver21: false,
      ageRejection: 'under_age',
    });
    const mail = await shop.mailbox.receive(second.email, /We could not confirm your age/);
    expect(mail.text).toContain('Your license says that you are under 21.');
    await expect(page.getByText('No profiles match these filters.')).toBeVisible();

    // Changed with a reason, from the customer's page.
    await page.getByRole('link', { name: `Change the decision about Bo ${mark}` }).click();
    await expect(heading(page, `Bo ${mark}`)).toBeVisible();
    await page.getByRole('button', { name: /^Change decision/ }).click();
    const change = page.getByRole('dialog', { name: 'Change the age decision?' });
    await change.getByLabel('Decision').selectOption('undecided');
    await change.getByLabel('Reason', { exact: true }).fill('Wrong profile');
    await change.getByRole('button', { name: 'Change decision' }).click();
    await expect(toast(page, 'Profile marked as Undecided')).toBeVisible();
    await expect(page.getByText('“Wrong profile”')).toBeVisible();
  });

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

  test('an admin bans a customer with a reason, which ends sessions and cancels orders, and ends the ban', async ({
    openBrowser,
    shop,
  }) => {
    const mark = aMark();
    const robin = await shop.person({ name: `Robin ${mark}` });
    const number = await shop.order(robin, await shop.product());
    await shop.db.insert(authenticators).values({ userId: robin.userId, secret: 'x', lastStep: 1 });
    const theirs = await openBrowser(DESK);
    await shop.signIn(theirs, robin);
    const their = await theirs.newPage();
    await visit(their, '/orders');
    const context = await openBrowser(DESK);
    await enter(shop, context, 'admin', 'Ada Owner');
    const page = await context.newPage();
    await visit(page, `/admin/customers/${robin.userId}`);
    await page.getByRole('button', { name: /^Turn off two-factor sign-in/ }).click();
    const factor = page.getByRole('dialog', { name: 'Turn off two-factor sign-in?' });
    await factor.getByLabel('Reason').fill('Lost phone, called from the number on file');
    await factor.getByRole('button', { name: 'Turn off two-factor sign-in' }).click();
    await expect(toast(page, /Two-factor sign-in is off/)).toBeVisible();
    await shop.mailbox.receive(robin.email, /Our staff turned off two-factor sign-in/);
    await shop.signIn(theirs, robin);
    await visit(their, '/orders');

    await page.getByRole('button', { name: /^Ban / }).click();
    const ban = page.getByRole('dialog', { name: `Ban Robin ${mark}?` });
    await expect(ban.getByText(`Open orders and reservations: ${number}.`)).toBeVisible();
    await expectAccessible(page);
    await ban.getByLabel('Reason').fill('Bought for a minor');
    await ban.getByRole('button', { name: 'Ban', exact: true }).click();
    await expect(toast(page, /Customer banned and signed out on every device/)).toBeVisible();
    await expect(page.getByText('This customer is banned.')).toBeVisible();
    await shop.mailbox.receive(robin.email, /cancelled/i);
    await visit(their, '/orders');
    await expect.poll(() => new URL(their.url()).pathname).toBe('/login');

    await page.getByRole('button', { name: /^End ban/ }).click();
    const end = page.getByRole('dialog', { name: `End the ban of Robin ${mark}?` });
    await end.getByLabel('Reason').fill('Talked to them');
    await end.getByRole('button', { name: 'End ban' }).click();
    await expect(toast(page, 'Ban ended.')).toBeVisible();
    await expect(page.getByText('This customer is banned.')).toHaveCount(0);
    await page.getByRole('button', { name: /^Change points/ }).click();
    const points = page.getByRole('dialog', { name: 'Change the loyalty points?' });
    await points.getByLabel('Points').fill('1200');
    await points.getByLabel('Reason').fill('Harvest festival');
    await points.getByRole('button', { name: 'Change points' }).click();
    await expect(toast(page, 'Loyalty points saved.')).toBeVisible();
    await expect(page.getByText('1,200', { exact: true })).toBeVisible();
    await expectAccessible(page);
  });
});

const lookedAt = (shop: Shop, { userId }: SignedIn) =>
  shop.db
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.subjectId, userId), eq(auditLog.action, 'customer.revealed')));
