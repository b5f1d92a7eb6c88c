/** Photos of a profile on a phone. */
import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { customerPhotos } from '#db/schema/customers.ts';
import { toast, visit } from './steps.ts';
import { expect, test } from './support.ts';
import { expectAccessible, expectNoSidewaysScroll } from './watch.ts';

const aPicture = async (width = 640, height = 400) => ({
  name: 'IMG_0042.jpg',
  mimeType: 'image/jpeg',
  buffer: await sharp({ create: { width, height, channels: 3, background: '#c8a24a' } })
    .jpeg()
    .toBuffer(),
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test('a customer uploads, replaces and deletes photos', async ({ page, context, shop }) => {
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
