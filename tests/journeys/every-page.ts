/**
 * Every page in the states that people meet, from the tables of screens where these exist, and the third that stands
 * for all.
 */
import { adminScreens } from '#office/kit/admin-screens.ts';
import { settingsScreens } from '#office/kit/settings-screens.ts';
import { accountScreens } from '#shop/roof/account-screens.ts';

/** Ids and numbers that exist, for the pages' URLs. */
export type Shown = {
  product: number;
  soldOut: number;
  /** A lot with a lab result. */
  certificate: number;
  lotCode: string;
  /** Four units exceed the legal limit per person. */
  muchEach: number;
  /** Of `customer`; still to be picked up. */
  order: string;
  /** Of `customer`; picked up. */
  handedOver: string;
  /** User ids. */
  customer: string;
  staff: string;
  /** An endpoint of webhooks, and a message to it. */
  endpoint: string;
  message: string;
  /** An offer that is to come. */
  offer: number;
  /** The number of a correction of a price of `handedOver`, with a refund due. */
  correction: number;
};

export type PageToSee = {
  /** Of its picture. */
  name: string;
  path: string;
  who: 'guest' | 'customer' | 'admin';
  /** The cart: a quantity of a product. */
  cart?: { product: number; quantity: number };
  /** Before the age answer. */
  gated?: true;
  /** Outside the application: it has no scripts. */
  standsAlone?: true;
};

export function everyPage(shown: Shown): PageToSee[] {
  const cart = { product: shown.product, quantity: 2 };
  const tooMuch = { product: shown.muchEach, quantity: 4 };
  return [
    { name: 'gate', path: '/', who: 'guest', gated: true },
    ...pages('guest', [
      '/',
      '/products',
      '/products?category=flower&strain=indica&stock=1',
      '/products?q=zzzzzz',
      `/products/${shown.product}`,
      '/cart',
      '/login',
      '/login?mode=signup',
      '/login?mode=admin',
      '/account-created',
      '/forgot-password',
      '/reset-password',
      '/resend-confirmation',
      '/confirm-email',
      '/join',
      '/unsubscribe',
      '/about',
      '/education',
      '/terms',
      '/privacy',
      '/faq',
      '/accessibility',
      '/developers',
      '/restricted',
      '/no/such/page',
    ]),
    { name: 'offline', path: '/offline/page.html', who: 'guest', standsAlone: true },
    { name: 'certificate', path: `/certificates/${shown.certificate}`, who: 'guest' },
    { name: 'lot', path: `/lots/${shown.lotCode}`, who: 'guest' },
    { name: 'sold-out', path: `/products/${shown.soldOut}`, who: 'guest' },
    { name: 'cart-filled', path: '/cart', who: 'customer', cart },
    { name: 'cart-too-much', path: '/cart', who: 'customer', cart: tooMuch },
    { name: 'checkout', path: '/checkout', who: 'customer', cart },
    { name: 'checkout-too-much', path: '/checkout', who: 'customer', cart: tooMuch },
    ...pages('customer', [
      `/success?order=${shown.order}`,
      ...accountScreens.map(({ path }) => `/${path}`),
      `/orders/${shown.order}`,
      `/orders/${shown.order}/move`,
      `/orders/${shown.order}/change`,
      `/orders/${shown.handedOver}/receipt`,
      '/security/providers',
      '/security/password',
      '/security/email',
      '/security/authenticator',
      '/security/text-messages',
      '/security/passkeys',
      '/your-data/delete',
    ]),
    ...pages('admin', [
      ...adminScreens.map(({ path }) => `/admin/${path}`),
      '/admin/search?q=flower',
      '/admin/orders?email=zzzzzz',
      '/admin/inventory?find=zzzzzz',
      `/admin/orders/${shown.order}`,
      `/admin/orders/${shown.order}/edit`,
      '/admin/orders/pick-list',
      '/admin/month-end/receipts',
      '/admin/month-end/journal',
      '/admin/operations/backups',
      '/admin/operations/incidents',
      '/admin/cash/2026-11-25',
      `/admin/lots/${shown.certificate}`,
      `/admin/lots/${shown.certificate}/units`,
      `/admin/lots/${shown.certificate}/ledger`,
      '/admin/counts',
      '/admin/state-tracking/play',
      '/admin/closures/new',
      '/admin/closures/new?review=yes',
      '/admin/recalls/new',
      '/admin/settings?q=hold',
      '/counter',
      '/counter?find=zzzzzz',
      '/counter/cash',
      '/counter/end-of-day',
      '/counter/in-charge',
      '/counter/walk-in',
      '/counter/waste',
      `/counter/waste?lot=${shown.certificate}`,
      '/admin/waste/destroy',
      '/admin/state-tracking/tasks',
      '/admin/state-tracking/reported',
      '/admin/settings/state-tracking/reporting',
      '/counter/switch',
      '/counter/switch/share',
      '/security/pin',
      '/security/api-tokens',
      `/counter/orders/${shown.order}`,
      `/counter/orders/${shown.order}/packing`,
      `/counter/orders/${shown.handedOver}`,
      `/admin/customers/${shown.customer}`,
      '/admin/users/invite',
      `/admin/users/${shown.staff}`,
      `/admin/users/${shown.staff}/leave`,
      `/admin/users?rightsOf=${shown.staff}`,
      '/admin/promotions/new',
      '/admin/offers/new',
      `/admin/offers/${shown.offer}`,
      `/admin/offers/${shown.offer}/edit`,
      '/admin/inventory/import',
      '/admin/inventory/waiting-lots',
      '/admin/inventory/pictures',
      '/admin/products/new',
      `/admin/products/${shown.product}`,
      `/admin/products/${shown.product}/lots`,
      `/admin/products/${shown.product}/prices`,
      `/admin/products/${shown.product}/wrong-price?from=2020-01-01T00:00&until=2060-01-01T00:00&right=1.00`,
      `/admin/price-corrections/${shown.correction}`,
      `/admin/products/${shown.product}/preview`,
      ...settingsScreens.map(({ path }) => `/admin/settings/${path}`),
      '/admin/settings/page-texts/about',
      `/admin/settings/webhooks/${shown.endpoint}`,
      `/admin/settings/webhooks/${shown.endpoint}/messages`,
      `/admin/settings/webhooks/${shown.endpoint}/messages/${shown.message}`,
    ]),
  ];
}

/**
 * A third of all pages, by name: every layout and every kind of screen (home, list, empty list, detail, form, wizard,
 * settings, table, text) of the shop, the account, the office and the counter. `npm test` checks these.
 */
const THIRD: ReadonlySet<string> = new Set(
  `
  gate home products products-q-zzzzzz products-one sold-out cart login login-mode-signup faq restricted offline lot
  certificate cart-filled checkout success-order-one orders profile notifications-preferences security orders-one
  orders-one-move orders-one-change security-authenticator
  admin-dashboard admin-analytics admin-month-end admin-inventory admin-orders admin-orders-one admin-orders-one-edit
  admin-customers-one admin-users-one-leave admin-users-rightsof-one admin-offers-new admin-recalls-new admin-closures-new-review-yes admin-inventory-import admin-products-one
  admin-products-one-lots admin-lots-one-ledger admin-settings admin-settings-hours admin-settings-page-texts-about
  admin-audit admin-waste-destroy admin-search-q-flower
  counter counter-orders-one-packing counter-orders-one counter-walk-in counter-cash counter-end-of-day counter-switch
`
    .trim()
    .split(/\s+/),
);

/** The third of all pages that stands for the others. */
export function aThirdOf(pages: readonly PageToSee[]): PageToSee[] {
  const found = pages.filter(({ name }) => THIRD.has(name));
  const gone = [...THIRD].filter((name) => !found.some((page) => page.name === name));
  if (gone.length > 0) throw new Error(`no page has the name ${gone.join(', ')}`);
  return found;
}

function pages(who: PageToSee['who'], paths: string[]): PageToSee[] {
  return paths.map((path) => ({ name: nameOf(path), path, who }));
}

/** '/orders/ORD017/move' is 'orders-one-move': numbers differ from run to run, and names of pictures must not. */
function nameOf(path: string): string {
  const words = path
    .toLowerCase()
    .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}|ord\d+|\d+/g, 'one')
    .split(/[^a-z]+/)
    .filter(Boolean);
  return words.join('-') || 'home';
}
