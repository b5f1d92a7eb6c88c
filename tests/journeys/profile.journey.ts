/** My Profile: details, license, photos, and what becomes of a decision about one's age (specification section 2). */
import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import type { SignedIn } from '#core/access/actor.ts';
import { customerPhotos, customerProfiles } from '#db/schema/customers.ts';
import type { Shop } from './shop.ts';
import { pressUntil, toast, visit } from './steps.ts';
import { expect, test } from './support.ts';
import { expectAccessible, expectNoSidewaysScroll } from './watch.ts';

const decide = (shop: Shop, person: SignedIn, isVerifiedOver21: boolean) =>
  shop.db
    .update(customerProfiles)
    .set({ isVerifiedOver21, licenseVerified: isVerifiedOver21, ageDecidedAt: new Date() })
    .where(eq(customerProfiles.userId, person.userId));

const aPicture = async (width = 640, height = 400) => ({
  name: 'IMG_0042.jpg',
  mimeType: 'image/jpeg',
  buffer: await sharp({ create: { width, height, channels: 3, background: '#c8a24a' } })
    .jpeg()
    .toBuffer(),
});

test('a person fills in their profile by keyboard, is corrected beside the field, and finds it saved', async ({
  page,
  context,
  shop,
}) => {
  await shop.signIn(context, await shop.person());
  await visit(page, '/profile');
  await expect(page.getByRole('heading', { level: 1, name: 'My Profile' })).toBeVisible();
  await expect(page.getByText(/^Profile\W*Verified$/)).toBeVisible();
  // What is verified is not left to be guessed.
  await expect(page.getByText('Your profile is saved. Age verification is separate:')).toBeVisible();
  await expectAccessible(page);

  await page.getByLabel('Full Name').fill('');
  await page.getByLabel(/^Phone/).fill('call me');
  await page.getByLabel(/^Address/).fill('1 Mill Lane, Hancock');
  await page.getByLabel(/^Driver's License ID/).fill('ny 123-456-789');
  await page.getByLabel('State of License').selectOption('New York');
  await page.getByRole('button', { name: 'Save Changes' }).focus();
  await pressUntil(page, 'Enter', () =>
    expect(page.getByRole('alert').filter({ hasText: '2 things to correct' })).toBeVisible({ timeout: 2000 }),
  );
  await expect(page.getByText(/^Profile\W*Error$/)).toBeVisible();
  await expect(page.getByLabel('Full Name')).toHaveAttribute('aria-invalid', 'true');
  // Nothing that was typed is lost.
  await expect(page.getByLabel(/^Phone/)).toHaveValue('call me');
  await expect(page.getByLabel(/^Driver's License ID/)).toHaveValue('ny 123-456-789');
  await expectAccessible(page);

  await page.getByLabel('Full Name').fill('Robin Weatherby');
  await page.getByLabel(/^Phone/).fill('(607) 555-0142');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(toast(page, 'Profile saved!')).toBeVisible();
  await expect(page.getByLabel(/^Driver's License ID/)).toHaveValue('');
  await expect(page.getByText(/On file: •••• 6789/)).toBeVisible();
  await expect(page.getByText('Robin Weatherby').first()).toBeVisible();

  // Leaving with changes asks first.
  await page.getByLabel(/^Address/).fill('2 Mill Lane');
  await page.getByRole('navigation', { name: 'Account' }).getByRole('link', { name: 'Orders' }).click();
  await expect(page.getByRole('dialog', { name: 'Leave without saving?' })).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByLabel(/^Address/)).toHaveValue('2 Mill Lane');
});

test('two tabs do not overwrite each other', async ({ page, context, shop }) => {
  await shop.signIn(context, await shop.person());
  const other = await context.newPage();
  await visit(page, '/profile');
  await visit(other, '/profile');
  await page.getByLabel(/^Phone/).fill('607 555 0100');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(toast(page, 'Profile saved!')).toBeVisible();
  await other.getByLabel(/^Phone/).fill('607 555 0199');
  await other.getByRole('button', { name: 'Save Changes' }).click();
  await expect(other.getByText('Not saved: someone else saved changes.')).toBeVisible();
  await expect(other.getByRole('row', { name: /Phone 607 555 0100 607 555 0199/ })).toBeVisible();
  await other.getByRole('button', { name: 'Save Changes' }).click();
  await expect(toast(other, 'Profile saved!')).toBeVisible();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test('photos are sent, shown, replaced, and deleted', async ({ page, context, shop }) => {
    const person = await shop.person();
    await shop.signIn(context, person);
    await visit(page, '/profile');
    await expectNoSidewaysScroll(page);
    const license = page.getByRole('region', { name: 'License photo' });
    const file = license.locator('input[type=file]');
    await expect(file).toHaveAttribute('accept', 'image/jpeg,image/png');
    await file.setInputFiles({
      name: 'IMG_0001.HEIC',
      mimeType: 'image/heic',
      buffer: Buffer.from('0000002066747970686569630000000068656963', 'hex'),
    });
    await expect(license.getByText(/Upload failed: This is an iPhone picture \(HEIC\)/)).toBeVisible();

    await file.setInputFiles(await aPicture());
    await expect(toast(page, 'License photo saved.')).toBeVisible();
    const shown = license.getByRole('img', { name: 'Your license photo' });
    await expect(shown).toBeVisible();
    await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(640);
    await expect(
      license.getByText(/Deleted after our decision, by [A-Z][a-z]{2} \d+, \d{4} at the latest\./),
    ).toBeVisible();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);

    const profile = page.getByRole('region', { name: 'Profile photo' });
    await profile.getByLabel('Upload profile photo').setInputFiles(await aPicture(300, 500));
    const face = profile.getByRole('img', { name: 'Your profile photo' });
    await expect(face).toBeVisible();
    await expect
      .poll(() => face.evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight]))
      .toEqual([300, 300]);

    await license.getByRole('button', { name: 'Delete license photo' }).tap();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete license photo' }).tap();
    await expect(toast(page, 'License photo deleted.')).toBeVisible();
    await expect(shown).toHaveCount(0);
    const left = await shop.db.select().from(customerPhotos).where(eq(customerPhotos.userId, person.userId));
    expect(left.map(({ kind }) => kind)).toEqual(['profile']);
  });
});

test('what is missing, decided and reset is said in words', async ({ page, context, shop }) => {
  const person = await shop.person();
  await shop.signIn(context, person);
  await visit(page, '/profile');
  const age = page.getByRole('region', { name: 'Age verification' });
  await expect(age.getByText('Not complete')).toBeVisible();
  await expect(age.getByRole('listitem')).toHaveText(["your driver's license ID", 'a photo of your license']);
  await expect(age.getByText('Not provided')).toBeVisible();
  await expect(age.getByText(/We check your ID at every pickup/)).toBeVisible();

  await decide(shop, person, true);
  await page.reload();
  await expect(age.getByText(/^\W*Approved$/)).toBeVisible();
  await page.getByLabel('Birth Date').fill('1991-02-03');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(toast(page, 'Profile saved!')).toBeVisible();
  await expect(age.getByText('Not complete')).toBeVisible();

  await decide(shop, person, false);
  await page.reload();
  await expect(page.getByRole('main').getByRole('alert')).toHaveText(
    'Selling to anyone under 21 is illegal. Check ID.',
  );
  await expect(page.getByLabel('Birth Date')).toHaveAttribute('readonly');
  await expectAccessible(page);
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('a profile is saved, a photo sent and one deleted', async ({ page, context, shop }) => {
    await shop.signIn(context, await shop.person());
    await page.goto('/profile');
    await page.getByLabel(/^Phone/).fill('call me');
    await page.getByRole('button', { name: 'Save Changes' }).click();
    await expect(page.getByText('Please enter a phone number like (607) 555-0142.').first()).toBeVisible();
    await expect(page.getByLabel(/^Phone/)).toHaveValue('call me');
    await page.getByLabel(/^Phone/).fill('607 555 0100');
    await page.getByRole('button', { name: 'Save Changes' }).click();
    await expect(page.getByText('Profile saved!')).toBeVisible();
    await expect(page.getByLabel(/^Phone/)).toHaveValue('607 555 0100');

    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles(await aPicture());
    await page.locator('button').filter({ hasText: 'Upload license photo' }).click();
    await expect(page).toHaveURL('/profile');
    await expect(page.getByText('License photo saved.')).toBeVisible();
    await expect(page.getByRole('img', { name: 'Your license photo' })).toBeVisible();
    const fold = page.getByRole('group').filter({ hasText: 'Delete your license photo?' });
    await fold.locator('summary').click();
    await fold.getByRole('button', { name: 'Delete license photo' }).click();
    await expect(page.getByText('License photo deleted.')).toBeVisible();
  });
});
