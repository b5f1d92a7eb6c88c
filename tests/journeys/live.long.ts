/** A person who is banned before their page listens. */
import { eq } from 'drizzle-orm';
import { customerProfiles } from '#db/schema/customers.ts';
import { visit } from './steps.ts';
import { expect, test } from './support.ts';

// Requests of the whole browser are counted.
test.use({ ownBrowser: true });

test('a ban before the stream opens also removes the page', async ({ page, context, shop }) => {
  const staff = await shop.person({ role: 'staff' });
  await shop.signIn(context, staff);
  let opened = false;
  await context.route('**/live?*', async (route) => {
    // The ban comes between the page and its stream.
    if (!opened) {
      opened = true;
      await shop.db
        .update(customerProfiles)
        .set({ isBanned: true })
        .where(eq(customerProfiles.userId, staff.userId));
    }
    await route.continue();
  });
  await visit(page, '/admin/dashboard');
  await expect(page).toHaveURL(/\/login\?/, { timeout: 10_000 });
});
