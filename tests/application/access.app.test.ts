/** Permissions over real HTTP: every route and every role from one table; a route without a row fails. */
import { createHash, randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { NOT_BY_PIN, NOT_BY_PIN_HERE } from '#core/accounts/identity/accounts/messages.ts';
import { newTablet } from '#core/accounts/identity/pins/tablet-cookie.server.ts';
import { actorAt } from '#core/accounts/identity/sessions/pin-reach.ts';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { roleMay } from '#core/ground/access/actor.ts';
import { products } from '#db/schema/catalogue.ts';
import { customerProfiles } from '#db/schema/customers.ts';
import { sessions, sharedTablets, userRoles } from '#db/schema/identity.ts';
import { adminNotFoundTitle, adminNotFoundWords } from '#office/kit/admin-not-found.tsx';
import { adminScreens } from '#office/kit/admin-screens.ts';
import { settingsScreens } from '#office/kit/settings-screens.ts';
import { accountScreens } from '#shop/roof/account-screens.ts';
import { type Application, startApplication } from '#tests/support/application.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { aPerson, aProduct, signedIn } from '#tests/support/people.ts';
import { postForm } from '#tests/support/requests.ts';
import { routePaths } from '#tests/support/route-paths.ts';
import { aSlot, openShop } from '#tests/support/shop.ts';

let fresh: FreshDatabase;
let app: Application;
let productId: number;
const cookies: Record<Visitor, string> = { guest: '', customer: '', staff: '', admin: '', banned: '' };
const people = {} as Record<Exclude<Visitor, 'guest'>, SignedIn>;

beforeAll(async () => {
  fresh = await freshDatabase();
  await openShop(fresh.db);
  productId = await aProduct(fresh.db, { wholesalePrice: 1234, retailPrice: 4567 });
  people.customer = await aPerson(fresh.db);
  people.staff = await aPerson(fresh.db, { role: 'staff' });
  people.admin = await aPerson(fresh.db, { role: 'admin' });
  people.banned = await aPerson(fresh.db, { isBanned: true });
  for (const [who, person] of Object.entries(people))
    cookies[who as Visitor] = await signedIn(fresh.db, person);
  app = await startApplication({ NODE_ENV: 'production', DATABASE_URL: fresh.url });
});
afterAll(async () => {
  await app?.stop();
  await fresh.stop();
});

type Visitor = 'guest' | 'customer' | 'staff' | 'admin' | 'banned';
const visitors: readonly Visitor[] = ['guest', 'customer', 'staff', 'admin', 'banned'];

/** The response to a GET: a status, or a redirect's target. */
type Answer = number | `→ ${string}`;
const everyone = (answer: Answer): Record<Visitor, Answer> => ({
  guest: answer,
  customer: answer,
  staff: answer,
  admin: answer,
  banned: answer,
});
const login = '→ /login';
const home = '→ /';
const signedInOnly: Record<Visitor, Answer> = { ...everyone(200), guest: login, banned: home };
const backOffice: Record<Visitor, Answer> = {
  guest: login,
  customer: home,
  staff: 200,
  admin: 200,
  banned: home,
};
const adminOnly: Record<Visitor, Answer> = { ...backOffice, staff: '→ /admin/dashboard' };

/** A screen's responses follow from the permission in its row. */
const screens: Record<string, Record<Visitor, Answer>> = Object.fromEntries(
  adminScreens.map(({ path, needs }) => [`/admin/${path}`, roleMay('staff', needs) ? backOffice : adminOnly]),
);

const settingsPages = Object.fromEntries(
  settingsScreens.map(({ path }) => [`/admin/settings/${path}`, adminOnly]),
);

/** Account pages are for signed-in people. */
const accountPages = Object.fromEntries(accountScreens.map(({ path }) => [`/${path}`, signedInOnly]));

/** No one here has an order with that number. */
const ownOrder: Record<Visitor, Answer> = { ...everyone(404), guest: login, banned: home };

/** Every route of app/routes.ts, by its path. */
const table: Record<string, Record<Visitor, Answer>> = {
  '/': everyone(200),
  '/products': everyone(200),
  '/products/:id': everyone(200),
  '/certificates/:id': everyone(404),
  '/lots/:code': everyone(404),
  '/cart': everyone(200),
  // A guest signs up there.
  '/checkout': { ...everyone(200), banned: home },
  '/success': { ...everyone('→ /orders'), guest: login, banned: home },
  ...accountPages,
  '/security/authenticator': signedInOnly,
  // No gateway is configured here, so text messages do not exist.
  '/security/text-messages': { ...everyone('→ /security'), guest: login, banned: home },
  '/security/passkeys': signedInOnly,
  '/security/password': signedInOnly,
  '/security/api-tokens': signedInOnly,
  '/security/pin': backOffice,
  // A recent sign-in is not asked again.
  '/security/confirm': { ...everyone('→ /security'), guest: login, banned: home },
  '/admin/confirm': { ...backOffice, staff: '→ /admin/dashboard', admin: '→ /admin/dashboard' },
  '/security/providers': signedInOnly,
  '/security/email': signedInOnly,
  '/your-data/delete': signedInOnly,
  '/your-data/download': { ...everyone('→ /your-data'), guest: login, banned: home },
  // Without a link that works.
  '/change-email': { ...everyone('→ /security'), guest: login, banned: home },
  '/undo-email-change': everyone('→ /login'),
  // Providers that are not configured; provider-sign-in.app.test.ts has one that is.
  '/login/with/:provider': everyone('→ /login'),
  '/login/with/:provider/callback': everyone('→ /login'),
  '/login/complete': everyone('→ /login'),
  '/orders/:orderId': ownOrder,
  '/orders/:orderId/move': ownOrder,
  '/orders/:orderId/change': ownOrder,
  '/orders/:orderId/calendar.ics': ownOrder,
  '/orders/:orderId/receipt': ownOrder,
  '/orders/:orderId/receipt.pdf': ownOrder,
  '/login': {
    ...everyone('→ /products'),
    guest: 200,
    staff: '→ /products',
    admin: '→ /products',
    banned: '→ /products',
  },
  // Without a recent password check.
  '/login/second-factor': everyone('→ /login'),
  '/account-created': everyone(200),
  '/forgot-password': everyone(200),
  '/reset-password': everyone('→ /forgot-password'),
  '/resend-confirmation': everyone(200),
  // Without a link that works.
  '/confirm-email': everyone('→ /resend-confirmation'),
  '/set-up': everyone(404),
  // Without an invitation.
  '/join': everyone('→ /login'),
  '/about': everyone(200),
  '/education': everyone(200),
  '/terms': everyone(200),
  '/privacy': everyone(200),
  '/faq': everyone(200),
  '/accessibility': everyone(200),
  '/developers': everyone(200),
  // Without a site.
  '/embed/menu': everyone(403),
  '/restricted': everyone(200),
  // Shows a code. display.app.test.ts tests what a paired screen may see.
  '/display': everyone(200),
  '/display/live': everyone(403),
  // Without one of our links.
  '/unsubscribe': everyone(400),
  '/*': everyone(404),
  '/counter': backOffice,

  '/counter/copy': backOffice,
  // Nothing of a person: the tablet stores it.
  '/counter/offline': everyone(200),
  '/counter/cash': backOffice,
  // While no drawer is open.
  '/counter/cash/count': { ...backOffice, staff: '→ /counter/cash', admin: '→ /counter/cash' },
  '/counter/cash/report.pdf': { ...backOffice, staff: 403 },
  '/counter/end-of-day': backOffice,
  // On a browser that is no shared tablet.
  '/counter/switch': backOffice,
  '/counter/switch/pin': everyone('→ /counter/switch'),
  '/counter/switch/share': backOffice,
  '/counter/in-charge': backOffice,
  '/counter/registers': backOffice,
  '/counter/walk-in': backOffice,
  '/counter/walk-in/:walkIn': { ...backOffice, staff: '→ /counter/walk-in', admin: '→ /counter/walk-in' },
  '/counter/printer': backOffice,
  '/counter/scanner': backOffice,
  '/counter/orders/:orderId/paper': { ...backOffice, staff: 404, admin: 404 },
  '/counter/waste': backOffice,
  '/admin/waste/destroy': backOffice,
  '/admin/waste/:number': { ...backOffice, staff: 404, admin: 404 },
  '/admin/waste/export': adminOnly,
  // Only a demo store has it.
  '/admin/state-tracking/play': { ...backOffice, staff: 404, admin: 404 },
  '/admin/state-tracking/deliveries': backOffice,
  '/admin/state-tracking/deliveries/:id': { ...backOffice, staff: 404, admin: 404 },
  '/admin/state-tracking/tasks': backOffice,
  '/admin/state-tracking/reported': backOffice,
  '/admin/state-tracking/acts/:id': { ...backOffice, staff: 404, admin: 404 },
  '/admin/state-tracking/reported/export': adminOnly,
  '/admin/settings/state-tracking/reporting': adminOnly,
  '/admin/outages/:number': { ...backOffice, staff: 404, admin: 404 },
  '/admin/outages/:number/export': { ...adminOnly, admin: 404 },
  '/counter/orders/:orderId': { ...backOffice, staff: 404, admin: 404 },
  '/counter/orders/:orderId/mark': { ...backOffice, staff: 404, admin: 404 },
  '/counter/orders/:orderId/roll.pdf': { ...backOffice, staff: 404, admin: 404 },
  '/counter/orders/:orderId/labels.pdf': { ...backOffice, staff: 404, admin: 404 },
  '/counter/orders/:orderId/packing': { ...backOffice, staff: 404, admin: 404 },
  '/counter/orders/:orderId/exchange': {
    ...backOffice,
    ...{ staff: '→ /counter/orders/ORD999999', admin: '→ /counter/orders/ORD999999' },
  },
  '/counter/orders/:orderId/refund': {
    ...backOffice,
    ...{ staff: '→ /counter/orders/ORD999999', admin: '→ /counter/orders/ORD999999' },
  },
  '/counter/orders/:orderId/cash': { ...backOffice, staff: 404, admin: 404 },
  '/admin/settings/move-in/files': adminOnly,
  '/admin/settings/move-in/files/rows': { ...adminOnly, admin: 404 },
  '/admin/move-in-files': { ...adminOnly, admin: '→ /admin/settings/move-in/files' },
  // In the office's frame for staff, and for everyone else like any other path that is no page.
  '/admin/*': everyone(404),
  '/admin': { ...backOffice, staff: '→ /admin/dashboard', admin: '→ /admin/dashboard' },
  ...screens,
  ...settingsPages,
  '/admin/settings/webhooks/:endpoint': { ...adminOnly, admin: 404 },
  '/admin/settings/webhooks/:endpoint/messages': { ...adminOnly, admin: 404 },
  '/admin/settings/webhooks/:endpoint/messages/:message': { ...adminOnly, admin: 404 },
  '/admin/settings/page-texts/:slug': { ...adminOnly, admin: 404 },
  '/admin/settings/dates/:dateId': { ...adminOnly, admin: 404 },
  '/admin/orders/:orderId': { ...backOffice, staff: 404, admin: 404 },
  '/admin/orders/:orderId/edit': { ...backOffice, staff: 404, admin: 404 },
  '/admin/orders/pick-list': backOffice,
  '/admin/orders/:orderId/refund': { ...backOffice, staff: 404, admin: 404 },
  '/admin/orders/:orderId/receipt': { ...backOffice, staff: 404, admin: 404 },
  '/admin/pickup-reservations/:id/order': { ...backOffice, staff: 404, admin: 404 },
  '/admin/dismiss-message': { ...backOffice, staff: '→ /admin/dashboard', admin: '→ /admin/dashboard' },
  '/admin/orders/export': adminOnly,
  '/admin/analytics/report': adminOnly,
  '/admin/analytics/report.pdf': adminOnly,
  '/admin/analytics/products': adminOnly,
  '/admin/analytics/products/report': adminOnly,
  '/admin/binder/file': { ...adminOnly, admin: '→ /admin/binder' },
  '/admin/reconciliation/export': { ...adminOnly, admin: 404 },
  '/admin/state-files': { ...adminOnly, admin: '→ /admin/reconciliation' },
  '/admin/cash/:day': { ...adminOnly, admin: 404 },
  '/admin/cash/:day/report': { ...adminOnly, admin: 404 },
  '/admin/cash/:day/report.pdf': { ...adminOnly, admin: 404 },
  '/admin/month-end/receipts': adminOnly,
  '/admin/binder/paper': { ...adminOnly, admin: 404 },
  '/admin/lots/:lotId/sheet.pdf': { ...adminOnly, admin: 404 },
  '/admin/month-end/journal': adminOnly,
  '/admin/month-end/journal/file': adminOnly,
  '/admin/operations/backups': adminOnly,
  '/admin/operations/incidents': adminOnly,
  // Without a month.
  '/admin/month-end/close': { ...adminOnly, admin: '→ /admin/month-end' },
  '/admin/month-end/report': adminOnly,
  '/admin/month-end/report.pdf': adminOnly,
  '/admin/customers/:customerId': { ...backOffice, staff: 404, admin: 404 },
  '/admin/customers/export': adminOnly,
  '/admin/pickup-reservations/export': adminOnly,
  '/admin/orders/:orderId/mark': { ...backOffice, staff: 404, admin: 404 },
  '/admin/orders/:orderId/receipts/:receiptId': { ...backOffice, staff: 404, admin: 404 },
  '/admin/audit/export': adminOnly,
  '/admin/users/invite': adminOnly,
  '/admin/users/:userId': { ...adminOnly, admin: 404 },
  '/admin/users/:userId/leave': { ...adminOnly, admin: 404 },
  '/admin/search': backOffice,
  '/admin/search/results': backOffice,
  '/admin/lots/:lotId': { ...backOffice, staff: 404, admin: 404 },
  '/admin/lots/:lotId/labels.pdf': { ...backOffice, staff: 404, admin: 404 },
  '/admin/lots/:lotId/units': { ...backOffice, staff: 404, admin: 404 },
  '/admin/lots/:lotId/ledger': { ...backOffice, staff: 404, admin: 404 },
  '/admin/lots/:lotId/ledger/export': { ...adminOnly, admin: 404 },
  '/admin/lots/export': adminOnly,
  '/admin/closures/new': adminOnly,
  '/admin/closures/:number': { ...backOffice, staff: 404, admin: 404 },
  '/new-time/:token': everyone(404),
  '/admin/counts': backOffice,
  '/admin/counts/:sheetId': { ...backOffice, staff: 404, admin: 404 },
  '/admin/counts/:sheetId/paper': { ...backOffice, staff: 404, admin: 404 },
  '/admin/counts/:sheetId/export': { ...adminOnly, admin: 404 },
  '/admin/recalls/new': adminOnly,
  '/admin/recalls/:id': { ...backOffice, staff: 404, admin: 404 },
  '/admin/recalls/:id/edit': { ...adminOnly, admin: 404 },
  '/admin/recalls/:id/people/:number': { ...backOffice, staff: 404, admin: 404 },
  '/admin/recalls/:id/export': { ...adminOnly, admin: 404 },
  '/admin/recalls/:id/pdf': { ...adminOnly, admin: 404 },
  '/recall/:token': everyone(404),
  '/admin/offers/new': adminOnly,
  '/admin/offers/:id': { ...adminOnly, admin: 404 },
  '/admin/offers/:id/edit': { ...adminOnly, admin: 404 },
  '/admin/promotions/new': adminOnly,
  '/admin/promotions/:id': { ...adminOnly, admin: 404 },
  '/admin/promotions/:id/edit': { ...adminOnly, admin: 404 },
  '/admin/promotions/:id/html': { ...adminOnly, admin: 404 },
  '/admin/inventory/bulk': adminOnly,
  '/admin/inventory/waiting-lots': adminOnly,
  '/admin/inventory/waiting-lots/release': adminOnly,
  '/admin/inventory/pictures': adminOnly,
  '/admin/settings/menu-order/merge': { ...adminOnly, admin: 404 },
  '/admin/drops': { ...adminOnly, admin: '→ /admin/inventory' },
  '/admin/inventory/export': adminOnly,
  '/admin/inventory/import': adminOnly,
  '/admin/inventory/import/:importId': { ...adminOnly, admin: 404 },
  '/admin/inventory/import/:importId/rejected': { ...adminOnly, admin: 404 },
  '/admin/products/new': adminOnly,
  '/admin/products/:id': { ...adminOnly, admin: 404 },
  '/admin/products/:id/preview': { ...adminOnly, admin: 404 },
  '/admin/products/:id/prices': { ...adminOnly, admin: 404 },
  '/admin/products/:id/wrong-price': { ...adminOnly, admin: 404 },
  '/admin/products/:id/wrong-price/export': { ...adminOnly, admin: 404 },
  '/admin/price-corrections/:number': { ...adminOnly, admin: 404 },
  // Staff count and quarantine.
  '/admin/products/:id/lots': { ...backOffice, staff: 404, admin: 404 },
  // These accept files; a GET leads to the list.
  '/admin/product-pictures': { ...adminOnly, admin: '→ /admin/inventory' },
  '/admin/lot-certificates': { ...adminOnly, admin: '→ /admin/inventory' },
  '/admin/price-list': { ...adminOnly, admin: '→ /admin/settings/price-list' },
  '/admin/product-imports': { ...adminOnly, admin: '→ /admin/inventory/import' },
  // Only accepts writes.
  '/admin/views': everyone('→ /admin/dashboard'),
  '/admin/columns': everyone('→ /admin/dashboard'),
  '/admin/sent-mail/:id': { ...adminOnly, admin: 404 },
  '/admin/sent-mail/:id/html': { ...adminOnly, admin: 404 },
  // A photo that does not exist. photos.app.test.ts tests who sees which photo.
  '/photos/:photoId': everyone(404),
  // Only accept writes.
  '/profile/license-photo': everyone('→ /profile'),
  '/profile/photo': everyone('→ /profile'),
  '/api/favorites': everyone('→ /favorites'),
  // Without anything pressed before signing in.
  '/favorites/save': { ...everyone('→ /favorites'), guest: login, banned: home },
  '/reserve': { ...everyone('→ /products'), guest: login, banned: home },
  '/pricing.pdf': everyone(200),
  '/sitemap.xml': everyone(200),
  '/robots.txt': everyone(200),
  '/site.webmanifest': everyone(200),
  '/api/cart': everyone(200),
  '/api/saved-cart': { ...everyone(200), guest: 401, banned: 403 },
  '/api/menu': everyone(200),
  // Sessions do not count there; api.app.test.ts asks with tokens.
  '/api/v1/*': everyone(401),
  '/printers/:token': everyone(404),
  '/api/pickups': everyone(200),
  '/api/products': everyone(200),
  '/.well-known/jwks.json': everyone(200),
  '/.well-known/security.txt': everyone(200),
  '/.well-known/change-password': everyone('→ /security/password'),
  '/.well-known/passkey-endpoints': everyone(200),
  '/notifications/newest': { ...everyone(200), guest: 401, banned: 403 },
  '/notifications/push': { ...everyone(200), guest: 401, banned: 403 },
  // live.app.test.ts tests who may listen to what; here the request names no topic.
  '/live': { ...everyone(400), guest: 401 },
};

/** Routes that only accept writes; a GET gets no page. */
const writesOnly = [
  '/age-gate',
  '/browser-errors',
  '/counter/still-here',
  '/counter/shown',
  '/counter/printer/papers',
  '/counter/orders/:orderId/typed',
  '/display/state',
  '/passkey-options',
  '/sign-out',
  '/counter/actions',
  '/counter/tablet',
  '/api/reserve',
  '/api/send-email-receipt',
  '/api/generate-receipt',
  '/api/token',
];

const concrete = (path: string) =>
  path
    .replace(':orderId', 'ORD999999')
    .replace(':photoId', randomUUID())
    .replace(':receiptId', randomUUID())
    .replace(':customerId', randomUUID())
    .replace(':id', path.startsWith('/products') ? String(productId) : randomUUID())
    .replace('/*', '/no/such/page');

/** Of a record that does not exist, with an id of another form. */
const numbered = (path: string) => path.replace(':orderId', 'ORD999999').replaceAll(/:\w+/g, '999999');

/** Files, marks, and pages without the office’s frame. */
const isFile = (path: string) =>
  /\/(export|pdf|report(\.pdf)?|labels\.pdf|sheet\.pdf|journal\/file|html|rejected|results|mark|:receiptId)$/.test(
    path,
  );

async function pageOf(
  path: string,
  visitor: Visitor,
): Promise<{ status: number; title: string; html: string }> {
  const response = await fetch(app.origin + path, {
    headers: { cookie: `age_verified=1; ${cookies[visitor]}` },
  });
  const html = await response.text();
  return { status: response.status, title: /<title>(.*?)<\/title>/.exec(html)?.[1] ?? '', html };
}

async function answerOf(path: string, visitor: Visitor): Promise<Answer> {
  const response = await fetch(app.origin + path, {
    redirect: 'manual',
    headers: { cookie: `age_verified=1; ${cookies[visitor]}` },
  });
  expectWellFormed(response.headers, Buffer.from(await response.arrayBuffer()));
  const to = response.headers.get('location');
  return to === null ? response.status : `→ ${new URL(to, app.origin).pathname}`;
}

/** What holds for every answer: text names its encoding, a download's name is quoted or encoded, no stack is shown. */
function expectWellFormed(headers: Headers, body: Buffer): void {
  const type = headers.get('content-type') ?? '';
  if (body.length > 0)
    expect(type).toMatch(/^(?:text\/[\w.-]+|[\w./+-]*xml); ?charset=utf-8$|^(?!text\/|.*xml)[\w./+-]+$/i);
  const disposition = headers.get('content-disposition') ?? 'inline';
  expect(disposition).toMatch(
    /^(?:inline|attachment)(?:; filename="[\w. -]+")?(?:; filename\*=UTF-8''[\w%.-]+)?$/,
  );
  if (!type.startsWith('application/pdf')) expect(body.toString()).not.toMatch(/^\s+at .*:\d+:\d+/m);
}

test('staff do the daily work; records, mail and money are for admins', () => {
  const ofStaff = adminScreens.filter(({ needs }) => roleMay('staff', needs)).map(({ path }) => path);
  expect(ofStaff).toEqual([
    'dashboard',
    'inventory',
    'lots',
    'waste',
    'outages',
    'state-tracking',
    'orders',
    'pickup-reservations',
    'customers',
    'age-verification',
    'closures',
    'recalls',
  ]);
});

test('every route has a row in the table', async () => {
  const known = new Set([...Object.keys(table), ...writesOnly]);
  expect((await routePaths()).filter((path) => !known.has(path))).toEqual([]);
});

describe('the back office', () => {
  const ofRecords = Object.keys(table).filter(
    (path) => path.startsWith('/admin/') && path.includes(':') && !isFile(path),
  );

  test.each(ofRecords)('says in its own frame that %s does not exist, and links on', async (path) => {
    for (const address of [concrete(path), numbered(path)]) {
      const { status, title, html } = await pageOf(address, 'admin');
      const words = adminNotFoundWords(address);
      expect([address, status]).toEqual([address, 404]);
      expect(title).toBe(adminNotFoundTitle(words));
      expect(title).not.toMatch(/^Page not found/);
      expect(html).toContain('aria-label="Back office"');
      expect(html).toContain(`href="${words.back.to}"`);
    }
  });

  test('gives every page its own title', async () => {
    const titles = new Map<string, string>();
    for (const [path, answers] of Object.entries(table)) {
      if (!path.startsWith('/admin/') || answers.admin !== 200 || isFile(path)) continue;
      const { title } = await pageOf(path, 'admin');
      expect(title, path).toMatch(/ · Admin$/);
      expect(titles.get(title), `${path}: ${title}`).toBeUndefined();
      titles.set(title, path);
    }
    expect(titles.size).toBeGreaterThan(50);
  });
});

describe.each(visitors)('a %s', (visitor) => {
  test.each(Object.keys(table))('at %s', async (path) => {
    expect(await answerOf(concrete(path), visitor)).toBe(table[path]?.[visitor]);
  });
});

describe('the back office', () => {
  const spellings = (screen: string) => [
    `/ADMIN/${screen}`,
    `/Admin/${screen.toUpperCase()}`,
    `/%61dmin/${screen}`,
    `/%41DMIN/${screen}`,
    `/admin/${screen}/`,
    `/admin//${screen}`,
    `//admin/${screen}`,
    `/./admin/${screen}`,
    `/products/../admin/${screen}`,
    `/admin/${screen}?index`,
    `/admin/${screen}#x`,
  ];
  test.each([
    ...spellings('sent-mail').map((path) => [path, ['guest', 'customer', 'staff', 'banned']] as const),
    ...spellings('users').map((path) => [path, ['guest', 'customer', 'staff', 'banned']] as const),
    ...['inventory/bulk', 'inventory/export', 'products/1', 'products/1/preview', 'products/new'].flatMap(
      (screen) => spellings(screen).map((path) => [path, ['guest', 'customer', 'staff', 'banned']] as const),
    ),
    ...[
      'customers',
      'age-verification',
      'customers/export',
      'pickup-reservations',
      'inventory',
      'products/1/lots',
    ].flatMap((screen) => spellings(screen).map((path) => [path, ['guest', 'customer', 'banned']] as const)),
    ...['orders', 'orders/ORD001', 'orders/ORD001/edit', 'orders/export'].flatMap((screen) =>
      spellings(screen).map((path) => [path, ['guest', 'customer', 'banned']] as const),
    ),
  ])('shows nothing at %s to %s', async (path, refused) => {
    for (const visitor of refused) {
      const response = await fetch(app.origin + path, {
        headers: { cookie: cookies[visitor] },
        redirect: 'manual',
      });
      const text = await response.text();
      expect(text).not.toMatch(
        /Recipient|Order Management|user_email|Lines<\/h2>|User Management|Age Verification Approval|loyalty_points|Inventory Dashboard|Wholesale|Lots of|Pickup Reservations<\/h1>/,
      );
      expect([301, 302, 303, 307, 308, 400, 404]).toContain(response.status);
    }
  });

  test('redirects an unknown intent on a customer’s page, whatever its name', async () => {
    const page = `/admin/customers/${people.customer.userId}`;
    for (const intent of ['toString', 'constructor', '__proto__', 'valueOf', 'none']) {
      const response = await postForm(app, page, { intent }, { cookie: cookies.admin });
      expect([intent, response.status]).toEqual([intent, 302]);
    }
  });

  test.each([
    '/admin/sent-mail.data',
    '/admin/dashboard.data',
    '/_root.data?_routes=routes%2Fadmin%2Fsent-mail',
    '/ADMIN/sent-mail.data',
    '/admin/inventory.data',
    '/admin/products/1.data',
    '/admin/products/1/lots.data',
    '/admin/orders.data',
    '/admin/orders/ORD001.data',
    '/admin/orders/ORD001/edit.data',
    '/COUNTER/orders/ORD001.data',
    '/admin/users.data',
    '/ADMIN/pickup-reservations.data',
    '/admin/customers.data',
    '/ADMIN/age-verification.data',
  ])('gives no data at %s to guests and customers', async (path) => {
    for (const visitor of ['guest', 'customer', 'banned'] as const) {
      const response = await fetch(app.origin + path, { headers: { cookie: cookies[visitor] } });
      const text = await response.text();
      expect(text).not.toMatch(
        /recipient|mailStatus|revenue|lowStock|paymentStatus|nextStatuses|lastActivity|licenseLast4|counted|wholesalePrice|onHand/i,
      );
    }
  });
});

describe('the inventory', () => {
  test('changes for no one without permission, whatever they send', async () => {
    const path = `/admin/products/${productId}`;
    const writes: [string, Record<string, string>][] = [
      ['/admin/inventory', { intent: 'save', version: '1', name: 'Stolen' }],
      [`/admin/inventory?edit=${productId}`, { intent: 'save', version: '1', name: 'Stolen', forSale: 'no' }],
      ['/admin/inventory/waiting-lots/release', { intent: 'release', ids: '1', reason: 'Test' }],
      ['/admin/inventory/pictures', { intent: 'place' }],
      ['/admin/inventory/bulk', { intent: 'delete-now', ids: String(productId), fingerprint: 'x' }],
      ['/admin/inventory/bulk', { intent: 'apply', ids: String(productId), price: '1', accept: '1' }],
      [`/admin/inventory/import/${randomUUID()}`, { intent: 'apply', preview: '1', accept: '1' }],
      ['/admin/products/new', { name: 'Stolen', categoryId: '1', productType: 'cannabis', retailPrice: '1' }],
      [path, { intent: 'save', version: '1', name: 'Stolen' }],
      [path, { intent: 'pictures' }],
    ];
    const lotWrites: [string, Record<string, string>][] = ['papers', 'receive', 'release'].map((intent) => [
      `${path}/lots`,
      { intent, lotId: '1', batchNumber: 'Stolen', quantity: '9', reason: 'x' },
    ]);
    const uploads = [
      '/admin/product-pictures',
      '/admin/lot-certificates',
      '/admin/drops',
      '/admin/product-imports',
      '/admin/price-list',
      '/admin/state-files',
    ].map((to) => `${to}?product=${productId}`);
    const before = await stateOfInventory();
    for (const visitor of ['guest', 'customer', 'staff', 'banned'] as const) {
      const cookie = cookies[visitor];
      for (const [to, fields] of [...writes, ...lotWrites]) {
        const answer = await postForm(app, to, fields, { cookie });
        const leads = new URL(answer.headers.get('location') ?? '/none', app.origin).pathname;
        expect([to, visitor, leads === '/none' ? answer.status : leads]).toEqual([
          to,
          visitor,
          expect.toSatisfy((said: string | number) =>
            [403, 409, '/', '/login', '/admin/dashboard'].includes(said),
          ),
        ]);
      }
      for (const to of uploads) {
        const body = new FormData();
        body.set('picture', new Blob(['x'], { type: 'image/png' }), 'x.png');
        const answer = await fetch(app.origin + to, {
          method: 'POST',
          redirect: 'manual',
          headers: {
            cookie,
            Origin: app.origin,
            'Sec-Fetch-Site': 'same-origin',
            Accept: 'application/json',
          },
          body,
        });
        expect([visitor, to, [302, 401, 403].includes(answer.status)]).toEqual([visitor, to, true]);
      }
    }
    expect(await stateOfInventory()).toEqual(before);
  });
});

/** Every product, lot and row of the ledger. */
async function stateOfInventory(): Promise<unknown> {
  const { rows } = await fresh.db.execute(sql`
    select (select jsonb_agg(to_jsonb(p) - 'search') from products p) as products,
      (select jsonb_agg(to_jsonb(l)) from lots l) as lots,
      (select count(*) from stock_ledger) as ledger`);
  return rows;
}

describe('a write', () => {
  const writes: [string, Record<string, string>][] = [
    ['/cart', { intent: 'add', productId: '1' }],
    ['/checkout', { key: randomUUID(), lines: '1:1', slot: aSlot() }],
    ['/orders', { intent: 'cancel', orderId: 'ORD001' }],
    ['/login', { email: 'a@example.com', password: 'some password' }],
    ['/age-gate', { returnTo: '/' }],
    ['/sign-out', {}],
    ['/passkey-options', { purpose: 'add' }],
    ['/security', { intent: 'end-other-sessions' }],
    ['/security/authenticator', { intent: 'turn-off' }],
    ['/security/text-messages', { intent: 'turn-off' }],
    ['/security/passkeys', { intent: 'remove', passkey: randomUUID() }],
    ['/login/second-factor', { code: '123456' }],
    ['/api/reserve', { productId: '1', quantity: '1', key: randomUUID() }],
    ['/api/send-email-receipt', {}],
    ['/api/generate-receipt', { orderId: 'ORD001' }],
    ['/admin/pickup-reservations', { intent: 'submit', id: randomUUID() }],
    ['/admin/orders', { confirmed: 'cancelled', all: '1', reason: 'x' }],
    ['/admin/orders/ORD001/refund', { whole: '1', reason: 'x', version: '1' }],
    ['/api/token', {}],
    ['/notifications', {}],
    ['/api/favorites', { intent: 'add', productId: '1' }],
    ['/profile', { intent: 'save', version: '1', fullName: 'Robin Hale' }],
    ['/notifications/newest', { intent: 'read-all' }],
    ['/notifications/push', { intent: 'forget', endpoint: 'https://push.example/1' }],
    ['/notifications/preferences', { intent: 'save' }],
    ['/admin/inventory', { intent: 'undo', batch: randomUUID() }],
    ['/admin/inventory/bulk', { intent: 'apply', ids: '1', price: '1' }],
    ['/admin/products/new', { name: 'Kestrel' }],
    ['/admin/products/1', { intent: 'save', version: '1', name: 'Kestrel' }],
    ['/admin/lots/1/units', { reason: 'theft', units: '1', expected: '1', note: 'x' }],
    ['/admin/lots/1/ledger', { ledgerId: '1' }],
    ['/admin/counts', {}],
    ['/admin/counts/1', { intent: 'approve-all' }],
    ['/admin/product-pictures', {}],
    ['/admin/lot-certificates', {}],
    ['/admin/drops', {}],
    ['/admin/settings/menu-order/merge', { from: '1', to: '2', seen: '0' }],
    ['/admin/price-list', {}],
    ['/admin/state-files', {}],
    ['/admin/binder/file', { from: '2026-11-01', to: '2026-11-30' }],
    ['/admin/product-imports', {}],
    [`/admin/inventory/import/${randomUUID()}`, { intent: 'apply', preview: '1' }],
    ['/forgot-password', { email: 'a@example.com' }],
    ['/api/auth/sign-in/email', { email: 'a@example.com', password: 'some password' }],
    ['/api/auth/update-user', { name: 'x' }],
  ];
  test.each(writes)('to %s from another site, or without an origin, is refused', async (path, fields) => {
    for (const suffix of path.startsWith('/api') ? [''] : ['', '.data']) {
      for (const headers of [
        { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' },
        { Origin: 'null', 'Sec-Fetch-Site': 'cross-site' },
        { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'same-origin' },
      ]) {
        const response = await postForm(app, path + suffix, fields, { cookie: cookies.customer, ...headers });
        expect(response.status).toBe(403);
        expect(response.headers.get('set-cookie')).toBeNull();
      }
      const absent = await fetch(app.origin + path + suffix, {
        method: 'POST',
        redirect: 'manual',
        headers: { cookie: cookies.customer },
        body: new URLSearchParams(fields),
      });
      expect(absent.status).toBe(403);
    }
  });

  test('above the size limit is refused, whatever length it claims', async () => {
    const response = await fetch(`${app.origin}/login`, {
      method: 'POST',
      headers: {
        Origin: app.origin,
        'Sec-Fetch-Site': 'same-origin',
        'Content-Type': 'application/x-www-form-urlencoded',
      },
      body: `email=${'a'.repeat(13 * 1024 * 1024)}`,
    }).catch(() => null);
    expect(response === null || response.status === 413).toBe(true);
  });
});

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** Scripts are allowed by the nonce, or by their hashes if there is none; styles by their hashes. */
function expectAllowed(html: string, policy: string, nonce: string | null): void {
  const scripts = [...html.matchAll(/<script\b([^>]*)>(.*?)<\/script>/gs)];
  expect(scripts.length).toBeGreaterThan(2);
  for (const [, attributes = '', text = ''] of scripts) {
    if (nonce !== null) expect(attributes).toContain(`nonce="${nonce}"`);
    else if (!attributes.includes('ld+json')) expect(policy).toContain(hashOf(text));
  }
  for (const [, css = ''] of html.matchAll(/<style\b[^>]*>(.*?)<\/style>/gs))
    expect(policy).toContain(hashOf(css));
}

describe('a page', () => {
  test('has a strict policy: a fresh nonce for a signed-in person, and hashes of its own scripts for a guest', async () => {
    const nonces = new Set<string>();
    for (const cookie of ['', 'age_verified=1', cookies.customer]) {
      for (let again = 0; again < 3; again++) {
        const response = await fetch(`${app.origin}/products`, { headers: { cookie } });
        const policy = response.headers.get('content-security-policy') ?? '';
        const nonce = /script-src 'self' 'nonce-([^']+)'/.exec(policy)?.[1] ?? null;
        expect(nonce !== null).toBe(cookie === cookies.customer);
        expect(policy).not.toContain('unsafe');
        for (const directive of [
          "object-src 'none'",
          "base-uri 'none'",
          "frame-ancestors 'none'",
          "form-action 'self'",
        ]) {
          expect(policy).toContain(directive);
        }
        expect(response.headers.get('x-content-type-options')).toBe('nosniff');
        expect(response.headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin');
        expect(response.headers.get('x-powered-by')).toBeNull();
        const html = await response.text();
        expectAllowed(html, policy, nonce);
        expect(html).not.toMatch(/\sstyle="/);
        expect(html).not.toMatch(/\son[a-z]+="/);
        if (nonce !== null) {
          expect(nonce.length).toBeGreaterThan(20);
          nonces.add(nonce);
        } else expect(html).not.toContain('nonce=');
      }
    }
    expect(nonces.size).toBe(3);
  });

  test('for a signed-in person is never stored', async () => {
    for (const path of ['/products', '/orders', '/products.data']) {
      const response = await fetch(app.origin + path, { headers: { cookie: cookies.customer } });
      expect(response.headers.get('cache-control')).toBe('no-store');
    }
  });

  test('never shows what a product cost the farm', async () => {
    for (const path of [
      '/products',
      '/products.data',
      `/products/${productId}`,
      `/products/${productId}.data`,
      `/api/cart?lines=${productId}:1`,
    ]) {
      const text = await (await fetch(app.origin + path, { headers: { cookie: 'age_verified=1' } })).text();
      expect(text).toMatch(/45\.67|4567/);
      expect(text).not.toMatch(/wholesale|1234/i);
    }
  });

  test('updates within a moment after a change in the database, with the new price', async () => {
    const before = await (await fetch(`${app.origin}/products/${productId}`)).text();
    expect(before).toContain('45.67');
    await fresh.db.update(products).set({ retailPrice: 9876 }).where(eq(products.id, productId));
    await expect
      .poll(
        async () => (await (await fetch(`${app.origin}/products/${productId}`)).text()).includes('98.76'),
        {
          timeout: 5000,
          interval: 20,
        },
      )
      .toBe(true);
    await fresh.db.update(products).set({ retailPrice: 4567 }).where(eq(products.id, productId));
  });
});

describe('a session', () => {
  test('loses its rights with the next request after a change of role or a ban', async () => {
    const person = await aPerson(fresh.db, { role: 'admin' });
    cookies.admin = await signedIn(fresh.db, person);
    expect(await answerOf('/admin/sent-mail', 'admin')).toBe(200);
    await fresh.db.update(userRoles).set({ role: 'user' }).where(eq(userRoles.userId, person.userId));
    expect(await answerOf('/admin/sent-mail', 'admin')).toBe('→ /');
    await fresh.db.update(userRoles).set({ role: 'admin' }).where(eq(userRoles.userId, person.userId));
    await fresh.db
      .update(customerProfiles)
      .set({ isBanned: true })
      .where(eq(customerProfiles.userId, person.userId));
    // The session has ended with the ban.
    expect(await answerOf('/admin/sent-mail', 'admin')).toBe('→ /login');
    const order = await postForm(
      app,
      '/checkout',
      { key: randomUUID(), lines: `${productId}:1`, slot: aSlot() },
      { cookie: cookies.admin },
    );
    expect(order.headers.get('location') ?? '').not.toContain('/success');
  });

  test('of a banned person, however banned, reads no notifications and writes nothing', async () => {
    const { banned: cookie } = cookies;
    const list = await fetch(`${app.origin}/notifications/newest`, { headers: { cookie } });
    expect([list.status, await list.json()]).toEqual([403, { notifications: [], unread: 0 }]);
    const home = /^\/$/;
    const writes: [string, Record<string, string>, RegExp][] = [
      ['/notifications', { intent: 'read-all' }, home],
      ['/notifications/newest', { intent: 'read-all' }, home],
      ['/notifications/preferences', { intent: 'save' }, home],
      ['/notifications/push', { intent: 'forget', endpoint: 'https://push.example/1' }, home],
      // The product's page says that the account cannot reserve.
      ['/api/reserve', { productId: String(productId), quantity: '1' }, /^\/products\/\d+$/],
      ['/api/send-email-receipt', { order: 'ORD001' }, home],
      ['/checkout', { key: randomUUID(), lines: `${productId}:1`, slot: aSlot() }, home],
      ['/orders', { intent: 'cancel-order', id: 'ORD001' }, home],
    ];
    for (const [path, fields, says] of writes) {
      const answer = await postForm(app, path, fields, { cookie });
      const to = answer.headers.get('location');
      expect([path, to ?? answer.status]).toEqual([
        path,
        to === null
          ? expect.toSatisfy((status: number) => status >= 400 && status < 500)
          : expect.stringMatching(says),
      ]);
    }
  });

  test('with a forged signature is ignored', async () => {
    const forged = cookies.customer.replace(/.{6}$/, 'AAAAAA');
    const response = await fetch(`${app.origin}/orders`, { redirect: 'manual', headers: { cookie: forged } });
    expect(response.headers.get('location')).toContain('/login');
  });
});

describe('a session by PIN', () => {
  let cookie: string;
  let ofAdmin: string;
  beforeAll(async () => {
    const { hash, cookie: line } = newTablet();
    const [tablet] = await fresh.db
      .insert(sharedTablets)
      .values({
        ...{ name: 'Register 1', tokenHash: hash, secondFactor: false },
        ...{ setUpBy: people.staff.userId, setUpByName: 'Robin Hale' },
      })
      .returning({ id: sharedTablets.id });
    const byPin = async (role: 'staff' | 'admin') => {
      const person = await aPerson(fresh.db, { role });
      const session = await signedIn(fresh.db, person);
      await fresh.db
        .update(sessions)
        .set({ tabletId: tablet?.id ?? null, createdAt: sql`now() + interval '1 second'` })
        .where(eq(sessions.userId, person.userId));
      return `${line.split(';')[0]}; ${session}`;
    };
    cookie = await byPin('staff');
    ofAdmin = await byPin('admin');
  });
  const answer = (path: string, headers: Record<string, string>) =>
    fetch(app.origin + path, { redirect: 'manual', headers });

  test('of an admin gets at every route what staff get at work, and elsewhere what a guest gets', async () => {
    const its: Record<string, Answer> = {
      ...{ '/checkout': login, '/counter/switch/pin': 200, '/counter/switch/share': '→ /counter/switch' },
    };
    const odd: string[] = [];
    for (const [path, { staff, guest }] of Object.entries(table)) {
      const isAtWork = actorAt({ ...people.admin, byPin: true }, path).kind === 'user';
      const wanted = its[path] ?? (isAtWork ? staff : guest);
      const seen = await answer(concrete(path), { cookie: `age_verified=1; ${ofAdmin}` });
      await seen.body?.cancel();
      const to = seen.headers.get('location');
      const got = to === null ? seen.status : `→ ${new URL(to, app.origin).pathname}`;
      if (got !== wanted) odd.push(`${path}: ${got}, not ${wanted}`);
    }
    expect(odd).toEqual([]);
  });

  test('works at the counter', async () => {
    for (const path of ['/counter', '/counter/walk-in', '/admin/orders', '/admin/age-verification'])
      expect((await answer(path, { cookie })).status, path).toBe(200);
  });

  test('opens no page of its person’s account, and says why', async () => {
    const own = (await routePaths()).filter(
      (path) =>
        accountScreens.some((screen) => `/${screen.path}` === path) ||
        /^\/(?:security|your-data|checkout|success|reserve|profile|orders)(?:\/|$)/.test(path),
    );
    expect(own.length).toBeGreaterThan(25);
    for (const path of own) {
      const url = path.replace(/:\w+/, 'ORD001');
      const seen = await answer(url, { cookie });
      const to = seen.headers.get('location') ?? '';
      const isClosed = seen.status >= 400 || /^\/(?:login|profile$)/.test(to);
      expect(isClosed, `${path} ${seen.status} ${to}`).toBe(true);
    }
    for (const [path, why] of [
      ['/profile', NOT_BY_PIN_HERE],
      ['/security/pin', NOT_BY_PIN],
    ] as const) {
      const seen = await answer(path, { cookie });
      expect(decodeURIComponent(decodeURIComponent(seen.headers.get('set-cookie') ?? '')), path).toContain(
        why,
      );
    }
    expect(await (await answer('/login', { cookie })).text()).toContain('Back to the counter');
  });

  test('writes nothing there', async () => {
    const writes: [string, Record<string, string>][] = [
      ['/profile', { intent: 'save', version: '1', fullName: 'Someone Else' }],
      ['/security', { intent: 'end-other-sessions' }],
      ['/checkout', { key: randomUUID(), lines: `${productId}:1`, slot: aSlot() }],
      ['/notifications/preferences', { intent: 'save' }],
      ['/your-data/delete', { confirm: 'DELETE' }],
    ];
    for (const [path, fields] of writes) {
      const sent = await postForm(app, path, fields, { cookie });
      const isRefused = sent.status === 401 || /^\/login/.test(sent.headers.get('location') ?? '');
      expect(isRefused, `${path} ${sent.status} ${sent.headers.get('location')}`).toBe(true);
    }
    const token = await postForm(app, '/api/token', {}, { cookie });
    expect(token.status).toBe(401);
  });
});

test('files outside the public folder are out of reach', async () => {
  for (const path of [
    '/media/../secret',
    '/media/%2e%2e/secret',
    '/media/..%2fsecret',
    '/media/products%2f..%2f..%2fsecret',
    '/assets/../../../package.json',
    '/..%2f..%2fpackage.json',
    '/package.json',
    '/.sources',
    ...['/assets/', '/assets', '/media/', '/media', '/icons/', '/.git/', '/.git/HEAD'],
  ]) {
    const response = await fetch(app.origin + path, { redirect: 'manual' });
    const text = await response.text();
    expect(response.status).toBe(404);
    expect(text).not.toContain('"dependencies"');
    expect(text, path).not.toMatch(/Index of|ref: refs/);
  }
});

test('hostile paths, queries and cookies never break the shop', async () => {
  const hostile = [
    '%00',
    '%ff',
    '%F0%28%8C%28',
    "'%22%3E%3Cscript%3Ealert(1)%3C/script%3E",
    '__proto__',
    '%E2%80%AE',
    'a'.repeat(4000),
    '-1',
    '1e309',
    '9999999999',
    '1%20or%201=1',
  ];
  const failed: string[] = [];
  for (const text of hostile) {
    for (const path of [
      `/products?q=${text}`,
      `/products?category=${text}&min=${text}&max=${text}&page=${text}&sort=${text}&strain=${text}&type=${text}`,
      `/products/${text}`,
      `/cart?x=${text}`,
      `/api/cart?lines=${text}`,
      `/login?returnTo=${text}&mode=${text}`,
      `/success?order=${text}`,
      `/${text}`,
    ]) {
      const response = await fetch(app.origin + path, {
        redirect: 'manual',
        headers: { cookie: `age_verified=1; cart=${text}; view=${text}; flash=${text}` },
      });
      const html = await response.text();
      if (response.status >= 500 || html.includes('<script>alert(1)') || html.includes('node_modules'))
        failed.push(`${response.status} ${path}`);
    }
  }
  expect(failed).toEqual([]);
  const { rows } = await fresh.db.execute<{ n: number }>(sql`select count(*)::int as n from products`);
  expect(rows[0]?.n).toBe(1);
});
