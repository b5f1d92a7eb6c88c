/** A person with a password, and their second factor. */
import type { Page } from '@playwright/test';
import { eq, sql } from 'drizzle-orm';
import { codeOf, stepAt } from '#core/accounts/identity/second-factor/totp.ts';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { accounts, sessions } from '#db/schema/identity.ts';
import { hashPassword } from '#platform/secrets/password-hashing.ts';
import type { Shop } from './shop.ts';
import { expect } from './support.ts';

export const PASSWORD = 'kettle-orbit-mossy';

/** A customer whose password is `PASSWORD`. */
export async function personWithPassword(shop: Shop): Promise<SignedIn> {
  const person = await shop.person();
  const { userId } = person;
  const password = await hashPassword(PASSWORD);
  await shop.db.insert(accounts).values({ userId, accountId: userId, providerId: 'credential', password });
  return person;
}

/** Moves this person's sign-ins this many minutes into the past. */
export async function minutesPass(shop: Shop, { userId }: SignedIn, minutes: number): Promise<void> {
  await shop.db
    .update(sessions)
    .set({ confirmedAt: sql`confirmed_at - make_interval(mins => ${minutes})` })
    .where(eq(sessions.userId, userId));
}

/** Sets up two-factor sign-in; returns the app's secret and the backup codes. */
export async function setUpCodes(page: Page): Promise<{ secret: string; codes: string[] }> {
  const key = page.getByText(/^(?:[A-Z2-7]{4} ){7}[A-Z2-7]{4}$/);
  const secret = (await key.innerText()).replaceAll(' ', '');
  await page.getByRole('textbox', { name: 'Code' }).fill(codeOf(secret, stepAt(new Date())));
  await page.getByRole('button', { name: 'Turn on' }).click();
  await expect(page.getByRole('heading', { name: 'Your backup codes' })).toBeVisible();
  const codes = await page.getByText(/^\d{5}-\d{5}$/).allInnerTexts();
  expect(codes).toHaveLength(10);
  return { secret, codes };
}
