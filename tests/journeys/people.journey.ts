/** Age verification by staff, and a customer who is banned (specification section 2, 'Admin screens'). */
import { eq } from 'drizzle-orm';
import { auditLog } from '#db/schema/audit.ts';
import { authenticators } from '#db/schema/identity.ts';
import { addLicense, aMark, DESK, enter, heading, profileOf } from './people-steps.ts';
import { pressUntil, toast, visit } from './steps.ts';
import { expect, test } from './support.ts';
import { expectAccessible, expectNoSidewaysScroll } from './watch.ts';

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
});

test.describe('customers', () => {
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
    await shop.mailbox.receive(robin.email, /canceled/i);
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
