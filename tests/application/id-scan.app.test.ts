/** A scanned license at the hand-over: it fills the form, and its text is stored nowhere. */
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Application, startApplication } from '#tests/support/application.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { cardText } from '#tests/support/id-cards.ts';
import { anOrder, openForOrders, storedOrder } from '#tests/support/orders.ts';
import { aPerson, aProduct, signedIn } from '#tests/support/people.ts';
import { postForm } from '#tests/support/requests.ts';
import { setStatus } from '#tests/support/set-status.ts';

const NUMBER = 'QX77310945';
const adult = cardText({ birthDate: '1990-05-14', expiresOn: '2190-05-14', elements: { DAQ: NUMBER } });

let fresh: FreshDatabase;
let app: Application;
let number: string;
const cookies = { staff: '', customer: '' };

beforeAll(async () => {
  fresh = await freshDatabase();
  await openForOrders(fresh.db);
  const customer = await aPerson(fresh.db, { name: 'Wren Hale' });
  cookies.customer = await signedIn(fresh.db, customer);
  cookies.staff = await signedIn(fresh.db, await aPerson(fresh.db, { role: 'staff' }));
  number = await anOrder(customer, [[await aProduct(fresh.db), 1]]);
  await setStatus(fresh.db, number, 'ready');
  app = await startApplication({ NODE_ENV: 'production', DATABASE_URL: fresh.url });
});
afterAll(async () => {
  await app?.stop();
  await fresh.stop();
});

const post = (fields: Record<string, string>, cookie = cookies.staff) =>
  postForm(app, `/counter/orders/${number}`, fields, { cookie: `age_verified=1; ${cookie}` });
const scan = async (barcode: string, more: Record<string, string> = {}, cookie?: string) => {
  const answer = await post(
    { intent: 'hand-over', version: '1', readBarcode: '1', barcode, ...more },
    cookie,
  );
  return { status: answer.status, page: await answer.text() };
};
const typedIn = (page: string, name: string) =>
  new RegExp(`<input[^>]* name="${name}"[^>]*>`).exec(page)?.[0].match(/ value="([^"]*)"/)?.[1];

const chosenIn = (page: string, name: string) => {
  const select = new RegExp(`<select[^>]* name="${name}".*?</select>`, 's').exec(page)?.[0] ?? '';
  return />([^<]*)</.exec(/<option[^>]* selected[^>]*>[^<]*</.exec(select)?.[0] ?? '')?.[1];
};

describe('a scanned license', () => {
  test('fills kind, issuer, expiry and birth date, shows the name, and preserves the input', async () => {
    // As a browser sends a text area: every line break is two characters.
    const { status, page } = await scan(adult.replaceAll(/[\n\r]/g, '\r\n'), { cashReceived: '61.50' });
    expect(status).toBe(200);
    expect(page).toContain('WREN ROBIN HALE');
    expect(page).toContain('born May 14, 1990');
    expect(chosenIn(page, 'idIssuer')).toBe('New York');
    expect(typedIn(page, 'idExpiresOn')).toBe('2190-05-14');
    expect(typedIn(page, 'idBirthDate')).toBe('1990-05-14');
    expect(typedIn(page, 'cashReceived')).toBe('61.50');
    expect(page).toMatch(/<input[^>]* checked=""[^>]* value="driver_license"/);
    expect(page).not.toContain(NUMBER);
    expect((await storedOrder(fresh.db, number)).status).toBe('ready');
  });

  test('with another name asks how it fits, and does not offer the one tick', async () => {
    expect((await scan(adult)).page).toContain('The name on the ID is Wren Hale');
    const { page } = await scan(cardText({ elements: { DCS: 'MOSS' }, expiresOn: '2190-05-14' }));
    expect(page).toContain('WREN ROBIN MOSS');
    expect(page).toContain('Wren Hale, in another form, such as a short first name');
    expect(page).not.toContain('The name on the ID is Wren Hale');
    expect([...page.matchAll(/<input[^>]* name="nameMatches"[^>]*>/g)].length).toBe(2);
    expect(page).not.toMatch(/<input[^>]* name="nameMatches"[^>]* value="1"/);
  });

  test('of a minor, and an expired one, is refused at once', async () => {
    const minor = await scan(
      cardText({ birthDate: '2015-06-03', expiresOn: '2190-05-14', issuer: '636012' }),
    );
    expect(minor.status).toBe(400);
    expect(minor.page).toContain('The ID says under 21. Do not hand the order over; refuse it.');
    const expired = await scan(cardText({ expiresOn: '2020-05-14' }));
    expect(expired.page).toContain('This ID has expired. Ask for another, or refuse the order.');
  });

  test('of a minor without an order names no order to refuse', async () => {
    const barcode = cardText({ birthDate: '2015-06-03', expiresOn: '2190-05-14' });
    const answer = await postForm(
      app,
      '/counter/walk-in',
      { readBarcode: '1', barcode },
      { cookie: `age_verified=1; ${cookies.staff}` },
    );
    expect(answer.status).toBe(400);
    const page = await answer.text();
    expect(page).toContain('The ID says under 21. Do not sell.');
    expect(page).not.toContain('refuse it');
  });

  test.each([
    ['', 'Scan the barcode on the back of the license into this field first.'],
    [cardText({ elements: { DBB: null } }), 'This barcode has no birth date. Check the card by hand.'],
    ['4006381333931', 'This is a product code, not a license.'],
    ['https://evil.example/mdl', 'This code is a link to evil.example, not a license.'],
    ['x'.repeat(60_000), 'This is not the barcode of a license or ID card.'],
  ])('that is unreadable says so, and preserves the input: %#', async (barcode, message) => {
    const { status, page } = await scan(barcode, { idIssuer: 'Vermont', cashReceived: '20' });
    expect(status).toBe(400);
    expect(page).toContain(message);
    expect(chosenIn(page, 'idIssuer')).toBe('Vermont');
    expect(typedIn(page, 'cashReceived')).toBe('20');
  });

  test('replaces the previous card, whose name no longer counts, and a refused one clears it', async () => {
    const before = { idIssuer: 'Vermont', idBirthDate: '1980-01-01', nameMatches: '1', filledBy: 'scan' };
    const next = await scan(adult, before);
    expect(chosenIn(next.page, 'idIssuer')).toBe('New York');
    // The card has the whole name of the holder, so it is ticked.
    expect(next.page).toMatch(/<input[^>]* name="nameMatches"[^>]* checked/);
    const other = await scan(cardText({ elements: { DCS: 'MOSS' } }), before);
    expect(other.page).toMatch(/<input[^>]* name="nameMatches"[^>]*>/);
    expect(other.page).not.toMatch(/<input[^>]* name="nameMatches"[^>]* checked/);
    const refused = await scan(cardText({ elements: { DBB: '' } }), before);
    expect(chosenIn(refused.page, 'idIssuer')).toBe('Choose');
    expect(typedIn(refused.page, 'idBirthDate')).toBe('');
  });

  test('is readable for staff only', async () => {
    const { status, page } = await scan(adult, {}, cookies.customer);
    expect(status).toBe(302);
    expect(page).not.toContain('WREN ROBIN');
  });

  test('is in no table and no log, even after the hand-over and with the wrong button', async () => {
    const wrong = await post({ intent: 'hand-over', version: '1', barcode: adult, cashReceived: '1' });
    expect(wrong.status).toBe(400);
    expect(await wrong.text()).not.toContain(NUMBER);
    const { version, total } = await storedOrder(fresh.db, number);
    const done = await post({
      ...{ intent: 'hand-over', version: String(version), barcode: adult },
      ...{ idKind: 'driver_license', idIssuer: 'New York', idExpiresOn: '2190-05-14' },
      idNumber: NUMBER,
      ...{ idBirthDate: '1990-05-14', nameMatches: '1', cashReceived: (total / 100).toFixed(2) },
    });
    expect(done.status).toBe(302);
    const { rows } = await fresh.db.execute<{ name: string }>(
      sql`select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname not in ('pg_catalog', 'information_schema')`,
    );
    expect(rows.length).toBeGreaterThan(40);
    for (const { name } of rows) {
      const found = await fresh.db.execute(
        sql`select 1 from ${sql.raw(name)} as t where t::text like ${`%${NUMBER}%`} or t::text like '%1990-05-14%' limit 1`,
      );
      expect(found.rows, name).toEqual([]);
    }
    expect(app.output()).not.toContain(NUMBER);
  });
});
