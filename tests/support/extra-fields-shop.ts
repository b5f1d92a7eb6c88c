/** The demo store, and its API, JSON and forms with a field for every column of the database. */
import { eq, sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { type ApiScope, ownScopes, storeScopes } from '#core/accounts/api-tokens/api-token.ts';
import { customerProfiles } from '#db/schema/customers.ts';
import { storeSettings } from '#db/schema/settings.ts';
import { lots } from '#db/schema/stock.ts';
import { demoSignInEmails } from '#seed/demo-sign-ins.ts';
import { everyPage, type PageToSee } from '#tests/journeys/every-page.ts';
import { apiClient, aToken } from '#tests/support/api.ts';
import { type Application, startApplication } from '#tests/support/application.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { demoPerson, demoStore } from '#tests/support/demo-store.ts';
import {
  bodyOf,
  type Fields,
  formsOf,
  hostileFields,
  type PageForm,
  readColumns,
  withoutIds,
  writtenSince,
} from '#tests/support/extra-fields.ts';
import { signedIn } from '#tests/support/people.ts';

const PASSWORD = 'river-otter-customer-417';
let fresh: FreshDatabase;
let app: Application;
let shown: Awaited<ReturnType<typeof demoStore>>;
let columns: Awaited<ReturnType<typeof readColumns>>;
/** What to fill in where it must be more than anything. */
let known: Record<string, string>;

export async function openFieldsShop(): Promise<void> {
  fresh = await freshDatabase();
  app = await startApplication({
    ...{ NODE_ENV: 'production', DEMO_STORE: 'yes', DATABASE_URL: fresh.url },
    ...{ DEMO_CUSTOMER_PASSWORD: PASSWORD, TRUSTED_PROXIES: '127.0.0.0/8,::1' },
  });
  shown = await demoStore(fresh.db);
  // Products have fields for them then.
  await fresh.db
    .update(storeSettings)
    .set({ value: { enabled: true } })
    .where(eq(storeSettings.name, 'discounts'));
  // So that it would be seen if a form of theirs changed it.
  await fresh.db
    .update(customerProfiles)
    .set({ licenseVerified: false, isVerifiedOver21: null })
    .where(eq(customerProfiles.userId, shown.customer));
  columns = await readColumns(fresh.db);
  const [lot] = await fresh.db.select().from(lots).where(eq(lots.id, shown.certificate));
  known = {
    ...{ '/login email': demoSignInEmails.customer, '/login password': PASSWORD },
    ...{ currentPassword: PASSWORD, pin: '408213', batches: lot?.batchNumber ?? '' },
    ...{ url: 'https://93.184.216.34/hook', 'stock.changed': 'on', 'menu.read': 'on' },
    ...{ categoryId: '1', size: '3.5 g', stock: '1', expiresOn: '2190-06-15', 'pieces-100': '1' },
  };
}

export async function stopFieldsShop(): Promise<void> {
  await app?.stop();
  await fresh?.stop();
}

let asked = 0;
/** From an address and in a session of its own: forms have limits by address, and some end the session. */
async function ask({ who, cart }: Pick<PageToSee, 'who' | 'cart'>, path: string, body?: BodyInit) {
  asked += 1;
  const cookies = ['age_verified=1', ...(cart ? [`cart=${cart.product}:${cart.quantity}`] : [])];
  if (who !== 'guest') cookies.push(await signedIn(fresh.db, await demoPerson(fresh.db, who)));
  return fetch(app.origin + path, {
    ...(body ? { method: 'POST', body } : {}),
    redirect: 'manual',
    headers: {
      ...{ cookie: cookies.join('; '), origin: app.origin },
      'x-forwarded-for': `10.0.${asked >> 8}.${asked & 255}`,
    },
  });
}

const readForms = async (page: PageToSee) =>
  formsOf(await (await ask(page, page.path)).text(), new URL(page.path, app.origin), known);

/** They end what other forms are about, such as an order, or stop the store. */
const ENDS = /cancel|delete|remove|revoke|ban\b|end\b|close\b|stop\b|quarantine|status|outages/;

/** One of each form; those that end something come last. */
async function eachForm(): Promise<{ page: PageToSee; key: string }[]> {
  const found = new Map<string, { page: PageToSee; key: string }>();
  for (const page of everyPage(shown)) {
    // After a deletion of the account there is no customer for other forms.
    if (page.standsAlone || page.path === '/your-data/delete') continue;
    for (const { key } of await readForms(page)) {
      const id = `${page.who} ${key}`;
      if (!found.has(id)) found.set(id, { page, key });
    }
  }
  return [...found.values()].toSorted((a, b) => Number(ENDS.test(a.key)) - Number(ENDS.test(b.key)));
}

/** Fields that a form has in another state of the shop, or that a larger form for the same has. */
const ITS_OWN: Readonly<Record<string, readonly string[]>> = {
  // A proposed holiday is a special day without a reason.
  '/admin/settings/exceptions': ['reason'],
  // Some changes of a status ask for a reason.
  '/admin/orders/ORD0': ['reason'],
  // A customer whose ID was not checked shows it.
  '/counter/orders/ORD0': ['idKind', 'idIssuer', 'idExpiresOn', 'idBirthDate', 'idNumber', 'nameMatches'],
};

function surplus({ path, names }: PageForm, all: Fields): Fields {
  const { pathname } = new URL(path, app.origin);
  const own = ITS_OWN[withoutIds(pathname)] ?? [];
  return new Map([...all].filter(([name]) => !names.has(name) && !own.includes(name)));
}

/** What only staff or a mail may give: a role, a confirmed address, a verified license. */
async function privileges(): Promise<string[]> {
  const { rows } = await fresh.db.execute<{ one: string }>(sql`
    select user_id || ' ' || role as one from user_roles
    union all select id || ' email' from users where email_verified
    union all select user_id || ' license' from customer_profiles where license_verified
    union all select user_id || ' age' from customer_profiles where is_verified_over21`);
  return rows.map(({ one }) => one);
}

async function lastTransaction(): Promise<number> {
  const { rows } = await fresh.db.execute<{ id: number }>(sql`select pg_current_xact_id()::text::int as id`);
  return rows[0]?.id ?? 0;
}

/** The value, and the value with these members in one of its objects, once for each object. */
function* withMembers(value: unknown, members: Record<string, unknown>): Generator<unknown> {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) yield { ...members, ...value };
  for (const [name, each] of Object.entries(value))
    for (const inner of withMembers(each, members))
      yield Array.isArray(value) ? value.with(Number(name), inner) : { ...value, [name]: inner };
}

/** As many as JSON of 16 kB has room for. */
const MEMBERS = 300;

/** Every write of the API refuses members that its description does not have, and names them. */
export async function sendExtraMembers(): Promise<void> {
  const client = await apiClient(app.origin);
  const tokens = {
    own: await aToken(fresh.db, await demoPerson(fresh.db, 'customer'), {
      scopes: ownScopes,
      forStore: false,
    }),
    store: await aToken(fresh.db, await demoPerson(fresh.db, 'admin'), {
      scopes: storeScopes,
      forStore: true,
    }),
  };
  const names = new Set(hostileFields(columns, 0).flatMap((fields) => [...fields.keys()]));
  const writes = client.operations.filter(({ body }) => body !== null);
  expect(writes.map(({ operationId }) => operationId)).toContain('placeOwnOrder');
  for (const operation of writes) {
    const token = (operation.scope as ApiScope).startsWith('own-') ? tokens.own : tokens.store;
    const own = JSON.stringify(operation.body);
    const foreign = [...names].filter((name) => !own.includes(`"${name}":`));
    for (let from = 0; from < foreign.length; from += MEMBERS) {
      const some = foreign.slice(from, from + MEMBERS);
      const members = Object.fromEntries(some.map((name) => [name, 1]));
      for (const body of withMembers(operation.example, members)) {
        const path = { id: String(shown.certificate), number: shown.order };
        const headers = { 'idempotency-key': crypto.randomUUID() };
        const answer = await client.send(operation, token, { path, body, headers });
        expect([operation.operationId, answer.status, answer.against]).toEqual([
          operation.operationId,
          422,
          null,
        ]);
        for (const name of some) expect(answer.text).toContain(`\\"${name}\\"`);
      }
    }
  }
}

/** What the page of an order sends for its receipt. */
async function receiptOf(order: string): Promise<Record<string, unknown>> {
  const { rows } = await fresh.db.execute<Record<string, unknown>>(sql`
    select users.email, split_part(users.email, '@', 1) as name, orders.pickup_starts_at as "pickupTime",
      to_char(orders.total / 100.0, 'FM999990.00') as total,
      (select jsonb_agg(jsonb_build_object('productId', product_id, 'quantity', quantity))
        from order_items where order_items.order_id = orders.id) as items
    from orders join users on users.id = orders.user_id where orders.order_id = ${order}`);
  const [row = {}] = rows;
  return { ...row, pickupTime: new Date(String(row.pickupTime)).toISOString(), orderId: order };
}

/** What the JSON of a page has beyond its own members is accepted and not written. */
export async function sendExtraJson(): Promise<void> {
  const before = await lastTransaction();
  // With the names of our code: the mail is limited to a few an hour.
  const extra = new Map(hostileFields(columns, 9999).flatMap((fields) => [...fields]));
  for (const [who, path, own] of [
    ['admin', '/api/generate-receipt', { orderId: shown.handedOver }],
    ['customer', '/api/send-email-receipt', await receiptOf(shown.handedOver)],
  ] as const) {
    const foreign = [...extra].filter(([name]) => !name.includes('_') && !(name in own));
    for (let from = 0; from < foreign.length; from += MEMBERS) {
      const body = { ...Object.fromEntries(foreign.slice(from, from + MEMBERS)), ...own };
      const answer = await ask({ who }, path, new Blob([JSON.stringify(body)], { type: 'application/json' }));
      expect([path, answer.ok, await answer.text()]).toEqual([path, true, expect.any(String)]);
    }
  }
  expect((await writtenSince(fresh.db, before)).hostile).toEqual([]);
}

/** Every nth form, with fields that it does not have: they are not written and change no answer. */
export async function sendExtraFields(nth: number): Promise<void> {
  const before = await lastTransaction();
  const forms = (await eachForm()).filter((_, at) => at % nth === 0);
  const faults: string[] = [];
  let accepted = 0;
  for (const [at, { page, key }] of forms.entries()) {
    const privileged = page.who === 'admin' ? [] : await privileges();
    for (const extra of hostileFields(columns, at)) {
      const find = async () => (await readForms(page)).find((form) => form.key === key);
      const form = await find();
      // Gone with what an earlier form ended.
      if (!form) continue;
      const { status } = await ask(page, form.path, bodyOf(form, surplus(form, extra)));
      const what = `${at}: ${status} ${page.who} ${form.path} ${key}`;
      if (status >= 500) faults.push(what);
      if (status < 400) accepted += 1;
      const again = status < 400 ? null : await find();
      const plain = again && (await ask(page, again.path, bodyOf(again, new Map()))).status;
      if (plain !== null && plain !== undefined && plain !== status) faults.push(`${what}, without ${plain}`);
    }
    if (page.who !== 'admin') {
      const gained = (await privileges()).filter((one) => !privileged.includes(one));
      if (gained.length > 0) faults.push(`${at}: ${page.who} ${key} gains ${gained}`);
    }
  }
  const { hostile, tables } = await writtenSince(fresh.db, before);
  console.log(JSON.stringify({ forms: forms.length, accepted, asked, tables: tables.length }));
  expect({ faults, hostile }).toEqual({ faults: [], hostile: [] });
  // Forms that were refused would show nothing.
  expect(accepted).toBeGreaterThan(200 / nth);
  expect(tables.length).toBeGreaterThan(50 / nth);
}
