/** Presses without a network, and what 'Try again' does then. */
import { eq } from 'drizzle-orm';
import { orders } from '#db/schema/orders.ts';
import { connect, cutOff, NO_CONNECTION, untilStaying } from './no-signal-steps.ts';
import { PASSWORD, personWithPassword } from './security-steps.ts';
import { toast, visit } from './steps.ts';
import { expect, test } from './support.ts';

test.use({ losesNetwork: true });

test('Switch without a network stays at the counter and says why', async ({ page, context, shop }) => {
  await shop.signIn(context, await shop.person({ role: 'staff' }));
  await visit(page, '/counter');
  await cutOff(context);
  await page.getByRole('link', { name: 'Switch' }).click();
  await expect(toast(page, NO_CONNECTION)).toBeVisible();
  await expect(page).toHaveURL('/counter');
  await expect(page.getByRole('banner').getByRole('link', { name: 'Walk-in' })).toBeVisible();
});

test('a form that leads to another page stays without a network, and Try again leads there', async ({
  page,
  context,
  shop,
}) => {
  const person = await personWithPassword(shop);
  await visit(page, '/login');
  const main = page.getByRole('main');
  await main.getByLabel('Email').fill(person.email);
  await main.getByLabel('Password', { exact: true }).fill('not the password');
  await cutOff(context);
  await main.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(
    toast(page, 'Failed to save changes: no connection. What you entered is still here.'),
  ).toBeVisible();
  await expect(page).toHaveURL('/login');
  await expect(main.getByLabel('Email')).toHaveValue(person.email);
  await expect(main.getByLabel('Password', { exact: true })).toHaveValue('not the password');
  await connect(context);
  await main.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.locator('.toast').getByRole('button', { name: 'Try again' }).click();
  await expect(page).toHaveURL('/products');
});

test('a network lost as soon as a page is here leaves forms and links as they are, in the shop and in the office', async ({
  page,
  context,
  shop,
}) => {
  // It comes after eight seconds, which a busy machine may take to get here, and says the same in a toast.
  await context.route('**/lost-press-*', (route) => route.abort('internetdisconnected'));
  const person = await shop.person({ role: 'admin' });
  const alert = page.getByRole('alert').filter({ hasText: 'connection' });
  const stays = 'Failed to save changes: no connection. What you entered is still here.';
  await visit(page, '/forgot-password');
  await context.setOffline(true);
  const email = page.getByRole('main').getByLabel('Email');
  await email.fill('wren@example.com');
  const send = page.getByRole('main').getByRole('button', { name: 'Send', exact: false });
  await send.click();
  await expect(alert).toHaveText(stays);
  await expect(email).toHaveValue('wren@example.com');
  await page.getByRole('banner').getByRole('link', { name: 'About Us' }).click();
  await expect(alert).toHaveText(NO_CONNECTION);
  await expect(page).toHaveURL('/forgot-password');
  await expect(email).toHaveValue('wren@example.com');
  await connect(context);
  await send.click();
  await expect(page.getByRole('main')).toContainText('link');

  await shop.signIn(context, person);
  await visit(page, '/admin/products/new');
  await context.setOffline(true);
  const name = page.getByRole('textbox', { name: 'Name' });
  await name.fill('Merlin');
  const save = page.getByRole('button', { name: 'Create product' });
  await save.click();
  await expect(alert).toHaveText(stays);
  await expect(name).toHaveValue('Merlin');
  await connect(context);
  await save.click();
  await expect(page.getByRole('main').getByRole('alert')).toBeVisible();
  await expect(name).toHaveValue('Merlin');

  // Rows that are selected stay so, and the question about them stays open.
  await visit(page, '/admin/orders');
  const boxes = page.getByRole('table', { name: 'Orders' }).locator('tbody').getByRole('checkbox');
  await boxes.nth(0).check();
  await boxes.nth(1).check();
  await page.getByRole('button', { name: 'Cancel orders' }).click();
  const question = page.getByRole('dialog', { name: 'Cancel 2 orders?' });
  await question.getByRole('textbox').fill('The barn is flooded');
  await context.setOffline(true);
  await question.getByRole('button', { name: 'Cancel orders' }).click();
  await expect(page.getByText(/no connection/).first()).toBeVisible();
  await expect(question.getByRole('textbox')).toHaveValue('The barn is flooded');
  await expect(boxes.nth(0)).toBeChecked();
  await expect(boxes.nth(1)).toBeChecked();
  await connect(context);
});

test('a note at the counter stays typed when the tablet can neither send nor store it, and when it is refused', async ({
  page,
  context,
  shop,
}) => {
  await shop.signIn(context, await shop.person({ role: 'staff' }));
  const number = await shop.order(await shop.person(), await shop.product());
  // Without a copy of the order nothing can wait on the tablet.
  await page.route('**/counter/copy*', (route) => route.abort('aborted'));
  await visit(page, `/counter/orders/${number}`);
  await page.getByText('Add a note').click();
  const note = page.getByLabel('Note for the others at the counter');
  await note.fill('Left side door');
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  const said = page.getByRole('alert').filter({ hasText: /No answer|is full/ });
  await expect(said).toContainText('No answer from the server.');
  await expect(note).toHaveValue('Left side door');

  await page.unroute('**/counter/copy*');
  await connect(context);
  await expect(page.getByText(/^No connection since/)).toHaveCount(0);
  await shop.db
    .update(orders)
    .set({ note: 'x'.repeat(990) })
    .where(eq(orders.orderId, number));
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(said).toContainText('The note of this order is full.');
  await expect(note).toHaveValue('Left side door');
});

test('a form whose answer never comes stays with what was typed, and Try again sends it', async ({
  page,
}) => {
  await page.clock.install();
  await visit(page, '/forgot-password');
  const main = page.getByRole('main');
  await main.getByLabel('Email').fill('wren@example.com');
  // The network takes the form, and brings nothing back.
  await page.route('**/forgot-password.data*', () => {});
  const isSent = page.waitForRequest(/forgot-password\.data/);
  await main.getByRole('button', { name: 'Send', exact: false }).click();
  await isSent;
  await page.clock.fastForward(31_000);
  await expect(
    toast(page, 'Failed to save changes: no answer from the shop. What you entered is still here.'),
  ).toBeVisible();
  await expect(main.getByLabel('Email')).toHaveValue('wren@example.com');
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.locator('.toast').getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('main')).toContainText('link');
});

test('a link without a network leaves the page, also in browsers without the Navigation API', async ({
  page,
  context,
}) => {
  await page.addInitScript(() => {
    delete (window as unknown as Record<string, unknown>).navigation;
  });
  await visit(page, '/faq');
  await cutOff(context);
  await page.getByRole('banner').getByRole('link', { name: 'About Us' }).click();
  await expect(toast(page, NO_CONNECTION)).toBeVisible();
  await expect(page).toHaveURL('/faq');
  await connect(context);
  await page.locator('.toast').getByRole('button', { name: 'Try again' }).click();
  await expect(page).toHaveURL('/about');
});

test('a link whose scripts a new version has replaced opens its page, also without the Navigation API', async ({
  page,
}) => {
  await page.addInitScript(() => {
    delete (window as unknown as Record<string, unknown>).navigation;
  });
  await page.route(/education\.page-/, (route) => route.abort('internetdisconnected'));
  await visit(page, '/faq');
  await untilStaying(page);
  await page.getByRole('banner').getByRole('link', { name: 'Education' }).click();
  await expect(page).toHaveURL('/education');
  await expect(toast(page, NO_CONNECTION)).toHaveCount(0);
});
