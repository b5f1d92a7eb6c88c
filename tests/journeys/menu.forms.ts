/** The menu, products, the cart and checkout without scripts, with links and forms only. */
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { lots } from '#db/schema/stock.ts';
import { chooseTime, problem, reserveButton, signInByForm, startCart, successHeading } from './form-steps.ts';
import { expect, test } from './forms.ts';
import { linkIn } from './mailbox.ts';
import type { PlainPage } from './plain-page.ts';
import { PASSWORDS } from './run.ts';
import { threeSizes, withPictures } from './shop-steps.ts';
import { about } from './steps.ts';

const CUSTOMER = 'customer@twobranches.example';

const choice = (page: PlainPage) => page.getByRole('navigation', { name: 'Sizes' });

/** The farm's frame and the legal warnings, required on every shop page. */
async function expectFrame(page: PlainPage): Promise<void> {
  await expect(page.getByText(/license OCM-SAMPLE-000000/).first()).toBeVisible();
  await expect(page.getByText('For adults 21 and older. Valid ID required at pickup.').first()).toBeVisible();
  const warnings = page.getByRole('contentinfo').getByRole('region', { name: 'Health warnings' });
  await expect(warnings).toContainText('For use only by persons 21 years of age and older.');
  await expect(warnings).toContainText('1-800-222-1222');
  await expect(warnings).toContainText('1-877-846-7369');
  await expect(warnings).toContainText(/HOPEline by texting HOPENY/);
}

const open = [
  '/',
  '/products',
  '/products?q=chocolate&stock=1',
  '/cart',
  '/login',
  '/login?mode=signup',
  '/login?mode=admin',
  '/account-created',
  '/forgot-password',
  '/resend-confirmation',
  '/about',
  '/education',
  '/terms',
  '/privacy',
  '/faq',
  '/accessibility',
];

const search = (page: PlainPage) => page.getByRole('searchbox', { name: 'Search products' });

const results = (page: PlainPage) => page.getByRole('region', { name: 'Products' });

const found = async (page: PlainPage) =>
  Number.parseInt(await results(page).getByRole('heading', { level: 2 }).first().innerText(), 10);

const heart = (name: string) => ({ name: `Favorite: ${name}`, exact: true });

test('a cached page shows no cart count', async ({ visitor: page, shop }) => {
  const item = await shop.product();
  await page.addCookies([{ name: 'cart', value: `${item.id}:1` }]);
  await page.goto('/products');
  await expect(page.getByRole('banner').getByRole('link', { name: 'Cart', exact: true })).toBeVisible();
});

test('from a product through cart and sign-in to an order', async ({ visitor: page, shop }) => {
  const item = await shop.product({ onHand: 8, retailPrice: 2000 });
  const other = await shop.product();
  await page.goto(item.path);
  await page.getByRole('spinbutton', { name: 'Quantity' }).fill('2');
  await page.getByRole('button', { name: about('Add to cart', item.name) }).click();
  await expect(page).toHaveURL('/cart');
  await expect(page.getByText(`Added to cart: ${item.name}`)).toBeVisible();
  await expect(page.getByRole('region', { name: 'Summary' })).toContainText('Subtotal$40.00');
  await expect(page.getByRole('region', { name: 'Summary' })).toContainText('Estimated Total$44.80');
  await page.getByRole('button', { name: `One less ${item.name}` }).click();
  await expect(page.getByRole('region', { name: 'Summary' })).toContainText('$20.00');
  await page.getByRole('button', { name: `One more ${item.name}` }).click();
  await expect(page.getByRole('region', { name: 'Summary' })).toContainText('$40.00');
  await page.goto(other.path);
  await page.getByRole('button', { name: about('Add to cart', other.name) }).click();
  await page.getByRole('button', { name: `Remove ${other.name}` }).click();
  await expect(page.getByRole('button', { name: `Remove ${other.name}` })).toHaveCount(0);

  await page.getByRole('link', { name: 'Checkout' }).first().click();
  await expect(page.getByRole('group', { name: 'Pickup Time' })).toBeVisible();
  await page.getByRole('link', { name: 'Been here before? Sign in' }).click();
  await page.getByLabel('Email').fill(CUSTOMER);
  await page.getByLabel('Password').fill('wrong on purpose');
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(page.getByText('Invalid credentials or email not confirmed.')).toBeVisible();
  await page.getByLabel('Password').fill(PASSWORDS.customer);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();

  await expect(page).toHaveURL('/checkout');
  await expect(page.getByText('Login successful')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Your items' })).toContainText('$44.80');
  await reserveButton(page).click();
  await expect(problem(page)).toContainText('Please select a pickup time');
  await chooseTime(page);
  await reserveButton(page).click();
  await expect(successHeading(page)).toBeVisible();
  expect(await shop.available(item)).toBe(6);

  const number = new URL(page.url()).searchParams.get('order') ?? '';
  await page.goto('/cart');
  await expect(page.getByRole('heading', { name: 'Your cart is empty.' })).toBeVisible();
  await page.goto('/orders');
  const order = page.getByRole('article', { name: number });
  await order.getByText(about('Cancel order', number)).click();
  await order.getByRole('button', { name: 'Cancel order' }).click();
  await expect(page.getByText(`${number} is canceled.`)).toBeVisible();
  expect(await shop.available(item)).toBe(8);
});

test('a newcomer creates an account and confirms it with a password by the mail’s link, which says so when used again', async ({
  visitor: page,
  shop,
}) => {
  const email = `${randomUUID()}@example.com`;
  const password = 'otter under the mill bridge';
  await page.goto('/login?mode=signup&returnTo=%2Ffaq');
  await page.getByLabel('Full Name').fill('win at evil.example');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill('heron over the cold river');
  await page.getByLabel('Birth Date').fill('1990-02-28');
  await page.getByRole('button', { name: 'Create Account' }).click();
  const summary = page.getByRole('main').getByRole('alert');
  await expect(page.getByLabel('Full Name')).toHaveAccessibleDescription(
    'Please enter a name without web addresses or links.',
  );
  // The summary on top leads to the field, also by a plain link.
  await summary.getByRole('link', { name: 'Please enter a name without web addresses or links.' }).click();
  await expect(page.locator(new URL(page.url()).hash)).toHaveAttribute('name', 'fullName');
  await page.getByLabel('Full Name').fill('Wren Hollis');
  await page.getByLabel('Password').fill('heron over the cold river');
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(page).toHaveURL('/account-created?returnTo=%2Ffaq');
  await expect(page.getByRole('main')).toContainText(
    `A link is on its way to ${email}, unless it already has an account.`,
  );
  await page.getByRole('link', { name: 'Sign up again with the right one' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Create Account' })).toBeVisible();

  const link = linkIn(await shop.mailbox.receive(email, /confirm/i), '/confirm-email');
  await page.goto(link);
  await expect(page.getByRole('button', { name: 'Confirm and sign in' })).toBeVisible();
  await expect(page.getByLabel('Password', { exact: true })).toHaveCount(0);
  // As in a browser that did not sign up.
  await page.clearCookies({ name: /sign-up/ });
  await page.goto(link);
  await page.getByText('Forgot it? Choose a new password').click();
  await page.getByLabel('New password').fill(password);
  await page.getByLabel('Full Name').fill('Wren Hollis');
  await page.getByRole('button', { name: 'Save password and confirm' }).click();
  await expect(page.getByLabel('Birth Date')).toHaveAccessibleDescription(
    'Birth date is required for account creation.',
  );
  await expect(page.getByLabel('Full Name')).toHaveValue('Wren Hollis');
  await page.getByLabel('New password').fill(password);
  await page.getByLabel('Birth Date').fill('1990-02-28');
  await page.getByRole('button', { name: 'Save password and confirm' }).click();
  await expect(page).toHaveURL('/faq');
  await expect(page.getByText('Your email is confirmed and you are signed in.')).toBeVisible();

  await page.goto(link);
  await expect(page).toHaveURL('/');
  await expect(page.getByText('This email is already confirmed, and you are signed in.')).toBeVisible();
  await page.clearCookies({ name: /session/ });
  await page.goto(link);
  await expect(page.getByRole('heading', { level: 1, name: 'Already confirmed' })).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: 'Sign in' })).toBeVisible();
});

test('the cart lowers a quantity above the limit to what fits, and says so', async ({
  visitor: page,
  shop,
}) => {
  const ounces = await shop.product({ limitMg: 28_000, onHand: 90 });
  await page.goto(ounces.path);
  await page.getByRole('spinbutton', { name: 'Quantity' }).fill('5');
  await page.getByRole('button', { name: about('Add to cart', ounces.name) }).click();
  await expect(page).toHaveURL('/cart');
  const limit = 'The limit is 3 oz (85 g) of cannabis a day';
  await expect(page.getByText(`${limit}: quantity changed from 5 to 3.`)).toBeVisible();
  await expect(page.getByRole('button', { name: `One more ${ounces.name}` })).toBeDisabled();
  await page.goto(ounces.path);
  await page.getByRole('button', { name: about('Add to cart', ounces.name) }).click();
  await expect(page.getByText(`${limit}: no more fit.`)).toBeVisible();
});

test('filters, search, sort and pages are links and forms', async ({ visitor: page }) => {
  await page.goto('/products');
  await page.getByRole('radio', { name: /^Flower/ }).check();
  await page.getByRole('button', { name: 'Apply filters' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Flower' })).toBeVisible();
  // The form leads to its results.
  await expect(page).toHaveURL(/category=flower.*#results$/);
  await page.getByRole('link', { name: 'All', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Products' })).toBeVisible();

  await page.getByRole('searchbox', { name: 'Search products' }).fill('chocolat');
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await expect(page.getByRole('link', { name: 'Dark Chocolate with Sea Salt', exact: true })).toBeVisible();

  await page.goto('/products');
  await page.getByRole('combobox', { name: 'Sort by' }).selectOption('Price, high to low');
  await page.getByRole('button', { name: 'Apply filters' }).click();
  await expect(page).toHaveURL(/sort=-price/);
  const first = await page.getByRole('main').getByRole('article').first().innerText();
  await page.getByRole('link', { name: 'Page 2' }).click();
  await expect(page).toHaveURL(/sort=-price.*page=2/);
  expect(await page.getByRole('main').getByRole('article').first().innerText()).not.toBe(first);
});

test('Reserve for Pickup asks a guest to sign in', async ({ visitor: page, shop }) => {
  const item = await shop.product();
  await page.goto(item.path);
  await page.getByRole('button', { name: 'Reserve for Pickup' }).click();
  await expect(page.getByText('Please log in to reserve a product')).toBeVisible();
});

test('a search within a category covers the whole menu and can be narrowed to the category again', async ({
  visitor: page,
}) => {
  const type = async (words: string) => {
    await search(page).fill(words);
    await search(page).press('Enter');
  };
  const address = () => new URL(page.url()).searchParams;
  const narrow = page.getByRole('link', { name: /^Only in Flower \(\d+\)$/ });
  const widen = page.getByRole('link', { name: /^\d+ more in other categories$/ });
  await page.goto('/products?category=flower');
  await type('durban');
  await expect(page.getByRole('link', { name: /Durban Pre-Roll/ }).first()).toBeVisible();
  const all = await found(page);
  await narrow.click();
  await expect(widen).toBeVisible();
  expect([address().get('q'), address().get('category')]).toEqual(['durban', 'flower']);
  const inFlower = await found(page);
  await expect(widen).toHaveText(`${all - inFlower} more in other categories`);
  await widen.click();
  await expect(narrow).toHaveText(`Only in Flower (${inFlower})`);
  expect(await found(page)).toBe(all);
  // Another search from there remembers the category; a cleared one returns to it.
  await type('harlequin');
  await expect(narrow).toBeVisible();
  await expect(page.getByRole('link', { name: /Harlequin Rosin/ }).first()).toBeVisible();
  await page.getByRole('link', { name: /Remove filter .harlequin/ }).click();
  await expect(page).toHaveURL(/\/products\?category=flower/);
});

test('a question about effects is no filter: it has no chip and claims no results', async ({
  visitor: page,
}) => {
  await page.goto('/products?q=sleep');
  await expect(page.getByText("We can't give advice on effects.")).toBeVisible();
  await expect(page.getByRole('link', { name: /Remove filter/ })).toHaveCount(0);
  await expect(page.getByRole('heading', { name: /^On the menu: .*products?$/ })).toBeVisible();
  await expect(page.getByRole('heading', { level: 2, name: 'Flower' })).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Sort by' })).toHaveValue('');
  await expect(page.getByRole('option', { name: 'By category' })).toHaveCount(1);
});

test('each size of a product is a link to its page', async ({ visitor: page, shop }) => {
  const { sizes } = await threeSizes(shop);
  const [eighth, , half] = sizes;
  await page.goto(eighth.path);
  await choice(page)
    .getByRole('link', { name: /^1\/2 oz/ })
    .click();
  await expect(page).toHaveURL(half.path);
  await expect(choice(page).locator('[aria-current]')).toContainText('1/2 oz');
  await expect(page.getByRole('button', { name: /^Add to cart/ }).first()).toBeVisible();
});

test('a new price of one size shows on the pages of the others and on the card', async ({
  visitor: page,
  shop,
}) => {
  const { name, sizes } = await threeSizes(shop);
  const [eighth, quarter] = sizes;
  await page.goto(quarter.path);
  await page.goto(`/products?q=${encodeURIComponent(name)}`);
  await shop.reprice(eighth, 3900);
  await expect(async () => {
    await page.goto(quarter.path);
    await expect(choice(page)).toContainText('1/8 oz $39.00');
    await page.goto(`/products?q=${encodeURIComponent(name)}`);
    await expect(page.getByRole('article').first()).toContainText('From $39.00');
  }).toPass();
});

test('Edit Product lists the sizes shown together and links to them', async ({ visitor: page, shop }) => {
  const { sizes } = await threeSizes(shop);
  const [eighth, quarter] = sizes;
  await shop.signIn(page, await shop.person({ role: 'admin' }));
  await page.goto(`/admin/products/${eighth.id}`);
  const together = page.getByRole('region', { name: 'Other sizes' });
  await expect(together.getByRole('listitem')).toHaveCount(2);
  await together.getByRole('link', { name: quarter.name }).click();
  await expect(page).toHaveURL(`/admin/products/${quarter.id}`);
});

test('a picture enlarges as its own file', async ({ visitor: page, shop }) => {
  const item = await withPictures(shop, 1);
  await page.goto(item.path);
  const link = page.getByRole('link', { name: 'Enlarge the picture' });
  expect((await link.download()).headers.get('content-type')).toBe('image/webp');
});

test('a guest who presses Reserve for Pickup signs in, and the units are then held', async ({
  visitor: page,
  shop,
}) => {
  const item = await shop.product({ onHand: 5 });
  await page.goto(item.path);
  await page.getByRole('spinbutton', { name: 'Quantity' }).fill('2');
  await page.getByRole('button', { name: 'Reserve for Pickup' }).click();
  await expect(page.getByText('Please log in to reserve a product', { exact: true })).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'Customer Login' })).toBeVisible();
  expect(await shop.available(item)).toBe(5);
  await signInByForm(page, 'customer@twobranches.example', PASSWORDS.customer);
  await page.getByRole('main').getByRole('button', { name: 'Reserve for Pickup' }).click();
  await expect(page).toHaveURL(/\/checkout\?reservation=[-0-9a-f]+$/);
  expect(await shop.available(item)).toBe(3);
  // Done once: the page has nothing left to do.
  await page.goto('/reserve');
  await expect(page).toHaveURL('/products');
  expect(await shop.available(item)).toBe(3);
});

test('above the legal limit per person, cart and checkout say so in ounces and refuse the order', async ({
  visitor: page,
  shop,
}) => {
  await shop.signIn(page, await shop.person());
  const item = await shop.product({ limitMg: 28_000 });
  await startCart(page, { item, quantity: 4 });
  await page.goto('/cart');
  const words = 'New York allows 3 oz (85 g) of cannabis per person. Your cart has 112 g.';
  await expect(page.getByText(words)).toBeVisible();
  await expect(page.getByText('Checkout opens when your cart is within the limit.').first()).toBeVisible();
  await expect(page.getByRole('link', { name: 'Checkout' })).toHaveCount(0);

  await page.goto('/checkout');
  await expect(page.getByText(words)).toBeVisible();
  await expect(reserveButton(page)).toBeDisabled();
  await expect(reserveButton(page)).toHaveAccessibleDescription(/3 oz \(85 g\)/);
  await page.getByRole('main').getByRole('link', { name: 'Back to the cart' }).click();
  await page.getByRole('button', { name: about('One less', item.name) }).click();
  await page.getByRole('link', { name: 'Checkout' }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'Checkout' })).toBeVisible();
  await expect(reserveButton(page)).toBeEnabled();
});

test('a batch’s facts link to its certificate, which stays after the batch is recalled', async ({
  visitor: page,
  shop,
}) => {
  const item = await shop.product({ size: '3.5 g' });
  const [lot] = await shop.db
    .update(lots)
    .set({ coaNumber: 'COA-77', labName: 'Catskill Analytics', totalThcBasisPoints: 2240 })
    .where(eq(lots.productId, item.id))
    .returning({ id: lots.id });
  await expect(async () => {
    await page.goto(item.path);
    await page.getByRole('link', { name: 'COA-77' }).click();
  }).toPass();
  await expect(page).toHaveURL(`/certificates/${lot?.id}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Certificate of analysis' })).toBeVisible();
  for (const fact of ['Catskill Analytics', '22.4%', 'Test passed', 'COA-77'])
    await expect(page.getByRole('definition').filter({ hasText: fact })).toBeVisible();
  await expect(
    page.getByText('Ask at the counter to see the printed certificate of batch B-1.'),
  ).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: `${item.name}, 3.5 g` })).toHaveAttribute(
    'href',
    item.path,
  );
  await shop.db.update(lots).set({ status: 'recalled' }).where(eq(lots.productId, item.id));
  await expect(async () => {
    await page.reload();
    await expect(page.getByText('This batch has been recalled.')).toBeVisible();
  }).toPass();
  // Its former units are still in the ledger, which the shop's invariants compare with the lots.
  await shop.db.update(lots).set({ status: 'sellable' }).where(eq(lots.productId, item.id));
});

test('customers find the certificate of their batch on the confirmation and on their order', async ({
  visitor: page,
  shop,
}) => {
  const item = await shop.product();
  const plain = await shop.product();
  const [lot] = await shop.db
    .update(lots)
    .set({ coaNumber: 'COA-78', labName: 'Catskill Analytics' })
    .where(eq(lots.productId, item.id))
    .returning({ id: lots.id });
  await shop.db.update(lots).set({ coaNumber: null, labName: null }).where(eq(lots.productId, plain.id));
  const robin = await shop.person();
  await shop.signIn(page, robin);
  const orders = [await shop.order(robin, item), await shop.order(robin, plain)];
  const certificate = page.getByRole('main').getByRole('link', { name: 'Certificate of batch B-1' });
  for (const path of [`/success?order=${orders[0]}`, `/orders/${orders[0]}`]) {
    await page.goto(path);
    await expect(certificate).toHaveAttribute('href', `/certificates/${lot?.id}`);
  }
  await certificate.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Certificate of analysis' })).toBeVisible();
  await page.goto(`/orders/${orders[1]}`);
  await expect(page.getByRole('main').getByText('Batch B-1')).toBeVisible();
  await expect(certificate).toHaveCount(0);
});

test('sharing is not offered without scripts', async ({ openVisitor, shop }) => {
  const item = await shop.product();
  const page = openVisitor();
  await page.goto(item.path);
  await expect(page.getByRole('heading', { level: 1, name: item.name })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Share/ })).toHaveCount(0);
});

test('hearts and waiting are forms that return to the page', async ({ visitor: page, shop }) => {
  const item = await shop.product();
  const soldOut = await shop.product({ onHand: 0 });
  await shop.signIn(page, await shop.person());
  const path = `/products?q=${encodeURIComponent(item.name)}`;
  await page.goto(path);
  await page.getByRole('button', heart(item.name)).click();
  await expect(page).toHaveURL(path);
  await expect(page.getByText('Saved to your favorites.')).toBeVisible();
  await expect(page.getByRole('button', heart(item.name))).toHaveAttribute('aria-pressed', 'true');
  await page.goto(soldOut.path);
  await page
    .getByRole('main')
    .getByRole('button', { name: about('Notify me', soldOut.name) })
    .click();
  await expect(page).toHaveURL(soldOut.path);
  await expect(page.getByText('We will notify you when it is back.')).toBeVisible();
  await page.goto('/favorites');
  await expect(page.getByRole('article')).toHaveCount(2);
});

test('a guest saves a favorite with one press after signing in', async ({ visitor: page, shop }) => {
  const item = await shop.product();
  await page.goto(item.path);
  await page.getByRole('main').getByRole('button', heart(item.name)).click();
  await expect(page).toHaveURL(/\/login\?returnTo=/);
  await signInByForm(page, CUSTOMER, PASSWORDS.customer);
  // A GET writes nothing, and there is no script to press the button.
  await expect(page).toHaveURL('/favorites/save');
  await page.getByRole('main').getByRole('button', { name: 'Add to favorites' }).click();
  await expect(page).toHaveURL(item.path);
  await expect(page.getByText('Saved to your favorites.')).toBeVisible();
});

test('every page ends with address, phone number and hours, and so do About and FAQ', async ({
  visitor: page,
}) => {
  for (const path of ['/', '/cart', '/about', '/faq']) {
    await page.goto(path);
    const places = [page.getByRole('contentinfo').getByRole('region', { name: 'Visit us' })];
    if (path === '/about' || path === '/faq')
      places.push(page.getByRole('main').getByRole('region', { name: 'How to find us' }));
    for (const visitUs of places) {
      await expect(visitUs.getByRole('link', { name: /^118 Branch Road/ })).toHaveAttribute(
        'href',
        /^https:\/\/www\.google\.com\/maps\/dir\/\?api=1&destination=118\+Branch\+Road/,
      );
      await expect(visitUs.getByRole('link', { name: 'Phone (607) 555-0142' })).toHaveAttribute(
        'href',
        'tel:+16075550142',
      );
      const hours = visitUs.getByRole('table', { name: 'Opening hours' });
      await expect(hours.getByRole('rowheader', { name: 'Sunday', exact: true })).toBeVisible();
      await expect(hours).toContainText('11:00 AM to 5:00 PM');
    }
  }
});

test('every page links to the accessibility statement, which says how to report a problem', async ({
  visitor: page,
}) => {
  await page.goto('/products');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Accessibility' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Accessibility' })).toBeVisible();
  const main = page.getByRole('main');
  await expect(main).toContainText('2.2, level AA');
  await expect(main.getByRole('link', { name: '(607) 555-0142' }).first()).toHaveAttribute('href', /^tel:/);
  await expect(main.getByRole('link', { name: 'hello@twobranches.example' }).first()).toHaveAttribute(
    'href',
    /^mailto:/,
  );
});

test('every page of the shop has the farm’s frame', async ({ visitor: page }) => {
  for (const path of open) {
    await page.goto(path);
    await expectFrame(page);
  }
});

test('/restricted is outside the shop’s frame', async ({ visitor: page }) => {
  await page.goto('/restricted');
  await expect(page.getByText(/license OCM-SAMPLE-000000/)).toBeVisible();
  await expect(page.getByRole('link', { name: '988', exact: true })).toBeVisible();
  await expect(page.getByRole('navigation')).toHaveCount(0);
  await expect(page.getByRole('banner')).toHaveCount(0);
});

test('a page that does not exist says so, with its status and a link to go on', async ({ visitor: page }) => {
  expect(await page.goto('/no/such/page')).toBe(404);
  await expect(page.getByRole('heading', { level: 1, name: 'Page not found.' })).toBeVisible();
  await expectFrame(page);
  await page.getByRole('main').getByRole('link', { name: 'Back to the shop' }).click();
  await expect(page).toHaveURL('/products');
});

test('crawlers and installers find their files', async ({ visitor: page, shop }) => {
  const read = async (path: string) => (await page.ask(path)).response;
  expect(await (await read('/robots.txt')).text()).toContain(`Sitemap: ${shop.origin}/sitemap.xml`);
  expect(await (await read('/sitemap.xml')).text()).toMatch(/<loc>[^<]*\/products\/\d+<\/loc>/);
  const manifest = (await (await read('/site.webmanifest')).json()) as { icons: { src: string }[] };
  for (const { src } of manifest.icons) expect((await read(src)).status).toBe(200);
  const pdf = await read('/pricing.pdf');
  expect([pdf.status, pdf.headers.get('content-type')]).toEqual([200, 'application/pdf']);
  expect((await pdf.text()).slice(0, 5)).toBe('%PDF-');
});
