/** Staff, and customers with a license to decide on. */
import { randomBytes } from 'node:crypto';
import type { BrowserContext, Page } from '@playwright/test';
import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { customerProfiles } from '#db/schema/customers.ts';
import type { Shop } from './shop.ts';
import { toast, visit } from './steps.ts';
import { expect } from './support.ts';

export const DESK = { viewport: { width: 1440, height: 900 } };
export const heading = (page: Page, name: string) =>
  page.getByRole('heading', { level: 1, name, exact: true });

/** A word in no other person's name. */
export const aMark = () => `Q${randomBytes(5).toString('hex')}`;

/** Signs a person with this role and name in. */
export async function enter(shop: Shop, context: BrowserContext, role: 'admin' | 'staff', name: string) {
  const person = await shop.person({ role, name });
  await shop.signIn(context, person);
  return person;
}

/** Adds a license number and its photo, as customers do. */
export async function addLicense(shop: Shop, context: BrowserContext, person: SignedIn): Promise<void> {
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

/** A person’s profile as stored. */
export async function profileOf(shop: Shop, { userId }: SignedIn) {
  const [row] = await shop.db.select().from(customerProfiles).where(eq(customerProfiles.userId, userId));
  return row;
}
