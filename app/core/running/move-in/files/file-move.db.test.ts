/** Files of other systems from the office: tried, brought, killed in the middle, brought again, undone. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { invalidateSettings } from '#core/ground/settings/settings-queries.server.ts';
import { startJobs, stopJobs } from '#platform/jobs.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { checkInvariants } from '#tests/support/invariants.ts';
import { aPerson } from '#tests/support/people.ts';
import {
  chooseFileColumns,
  chooseFileKind,
  removeMoveFile,
  startMovingFiles,
  startTryingFiles,
  startUndoingFiles,
} from './change-file-move.server.ts';
import { cleanUpFileMoves } from './clean-up-file-moves.server.ts';
import { fileMoveJob } from './file-move-job.ts';
import { eachMoveRow, readFileMove } from './file-move-queries.server.ts';
import { addMoveFile } from './receive-files.server.ts';
import { workOnFileMove } from './work-on-file-move.server.ts';

let fresh: FreshDatabase;
let folder: string;
let admin: SignedIn;

beforeAll(async () => {
  fresh = await freshDatabase();
  await fresh.db.execute(sql`update store_settings set value = '{"isOpen":false}' where name = 'opening'`);
  invalidateSettings();
  await stopJobs();
  await startJobs({ url: fresh.url, kinds: [fileMoveJob] });
  folder = await mkdtemp(join(tmpdir(), 'farmgate-files-'));
  admin = await aPerson(fresh.db, { role: 'admin' });
});
afterAll(async () => {
  await stopJobs();
  await fresh.stop();
  await rm(folder, { recursive: true });
});

async function add(name: string, text: string | Buffer, actor = admin) {
  const path = join(folder, 'upload');
  await writeFile(path, text);
  return addMoveFile(actor, path, name);
}
const current = async () =>
  (await readFileMove(admin)) as NonNullable<Awaited<ReturnType<typeof readFileMove>>>;
async function work() {
  await workOnFileMove(admin, (await current()).id);
  return current();
}
async function one<T>(query: ReturnType<typeof sql>): Promise<T> {
  const { rows } = await fresh.db.execute<{ value: T }>(query);
  return rows[0]?.value as T;
}
const count = (table: string) =>
  one<number>(sql`select count(*)::int as value from ${sql.identifier(table)}`);
async function rowsListed() {
  const rows = [];
  for await (const { place, reason } of eachMoveRow((await current()).id)) rows.push(`${place}: ${reason}`);
  return rows;
}
async function clear() {
  for (const { id } of (await readFileMove(admin))?.files ?? []) await removeMoveFile(admin, id);
}

const customers = (many: number) =>
  [
    'First Name,Last Name,Email Address,Phone Number,Birthday,Square Customer ID,Email Subscription Status',
    ...Array.from(
      { length: many },
      (_, at) => `Jo,Doe ${at},jo${at}@former.example,607555${1000 + at},1990-05-17,SQ${at},subscribed`,
    ),
  ].join('\n');
const PRODUCTS = `Handle,Title,Body (HTML),Vendor,Type,Published,Option1 Value,Variant SKU,Variant Inventory Qty,Variant Price,Status
gelato,Gelato,<p>Sweet</p>,Hudson,Flower,true,3.5g,G-35,12,45.00,active
cap,Cap,,Hudson,Merchandise,true,Default Title,CAP,5,18.00,active
`;
const SALES = `Date,Time,Item,Qty,Price Point Name,SKU,Gross Sales,Discounts,Net Sales,Tax,Transaction ID,Event Type,Customer ID
10/24/2026,14:05:09,Gelato,3,3.5g,G-35,$10.00,-$0.50,$9.50,$0.76,T1,Payment,SQ1
10/24/2026,14:05:09,Cap,1,Regular,CAP,$18.00,$0.00,$18.00,$1.44,T1,Payment,SQ1
9/22/2026,10:00:00,Gone,1,,,$5.00,$0.00,$5.00,$0.00,T3,Payment,
`;

describe('files', () => {
  test('of staff, and of an open shop, are refused', async () => {
    const staff = await aPerson(fresh.db, { role: 'staff' });
    expect(await add('c.csv', customers(2), staff)).toEqual({ ok: false, problem: { kind: 'not-allowed' } });
    expect(await readFileMove(staff)).toBeNull();
    expect(await startTryingFiles(staff)).toMatchObject({ ok: false });
  });

  test('that cannot be read say why, and leave nothing', async () => {
    const bytes: readonly (readonly [string | Buffer, RegExp])[] = [
      [Buffer.from('Email\0,Name\na@b.example,x\n'), /characters|NUL/],
      [`Email,Name\n${'x'.repeat(10_000_000)},y\n`, /longer than 32,767 characters/],
      [`${Array.from({ length: 201 }, (_, at) => `Column ${at}`).join(',')}\nx\n`, /more than 200 columns/],
      ['Email,Name\n"open,x\n', /never closed/],
      ['Email,Name\n', /no rows/],
      [Buffer.from('PK\u0003\u0004 not a workbook', 'latin1'), /another zip file/],
      [Buffer.from('%PDF-1.7'), /a PDF/],
    ];
    const { fileMoveMessage } = await import('./file-move.ts');
    for (const [text, words] of bytes) {
      const outcome = await add('bad.csv', text);
      expect(outcome.ok ? '' : fileMoveMessage(outcome.problem)).toMatch(words);
    }
    expect(await count('move_files')).toBe(0);
  });

  test('in Excel’s and in old encodings are read, and their name is never a path', async () => {
    const text = 'Email;Name;Agreed to offers\nzoe@former.example;Zoë Müller;yes\n';
    expect(await add('../../etc/a.csv', Buffer.from(`\ufeff${text}`, 'utf16le'))).toMatchObject({ ok: true });
    expect(await add('b.csv', Buffer.from(text, 'latin1'))).toMatchObject({ ok: true });
    const { files } = await current();
    expect(files.map(({ name, kind, columns }) => [name, kind, columns[1]?.examples])).toEqual([
      ['a.csv', 'customers', ['Zoë Müller']],
      ['b.csv', 'customers', ['Zoë Müller']],
    ]);
    await clear();
  });

  test('that are not recognized ask what they are, and which column is what', async () => {
    await add('list.csv', 'Wer,Wo\njo@former.example,here\n');
    const [file] = (await current()).files;
    expect(await startTryingFiles(admin)).toMatchObject({
      problem: { kind: 'incomplete', needs: ['what is in it'] },
    });
    await chooseFileKind(admin, file?.id ?? '', 'customers');
    expect(await startTryingFiles(admin)).toMatchObject({ problem: { needs: ['an email address'] } });
    await chooseFileColumns(admin, file?.id ?? '', ['email', 'nonsense', 'email']);
    expect((await current()).files[0]?.mapping).toEqual({ email: 0 });
    expect(await removeMoveFile(admin, 'not-an-id')).toMatchObject({ problem: { kind: 'not-found' } });
    await clear();
  });
});

describe('a try', () => {
  test('reports everything and writes nothing', async () => {
    await add('customers.csv', `${customers(300)}\nNo,Mail,,,,SQ900,\n`);
    await add('products.csv', PRODUCTS);
    await add('sales.csv', SALES);
    const sales = (await current()).files[2];
    const fields = Object.entries(sales?.mapping ?? {}).filter(([field]) => field !== 'discount');
    const byColumn = new Map(fields.map(([field, at]) => [at, field]));
    await chooseFileColumns(
      admin,
      sales?.id ?? '',
      sales?.columns.map(({ at }) => byColumn.get(at) ?? '') ?? [],
    );
    expect(await startTryingFiles(admin)).toMatchObject({ ok: true });
    const { status, report } = await work();
    expect(status).toBe('tried');
    expect(report?.kinds).toMatchObject({
      person: { read: 300, written: 300, leftOut: 1 },
      product: { read: 2 },
      order: { read: 2 },
    });
    expect(report?.months).toEqual([
      { month: '2026-09', orders: 1, total: 500 },
      { month: '2026-10', orders: 1, total: 950 + 76 + 1800 + 144 },
    ]);
    expect(await rowsListed()).toContain(
      'customers.csv, line 302: No email address, which an account here needs: ask at the counter',
    );
    for (const table of ['products', 'orders', 'moved_rows', 'lots'])
      expect(await count(table), table).toBe(0);
  });

  test('stores no name, address or number as it is', async () => {
    expect(
      await one(
        sql`select bool_or(position('former.example'::bytea in bytes) > 0) as value from move_file_pieces`,
      ),
    ).toBe(false);
  });
});

describe('a move', () => {
  test('needs a recent sign-in', async () => {
    const old = await aPerson(fresh.db, { role: 'admin', signedInMinutesAgo: 16 });
    expect(await startMovingFiles(old)).toEqual({ ok: false, problem: { kind: 'confirm-first' } });
  });

  test('that dies in the middle goes on, and ends as if it had not', async () => {
    expect(await startMovingFiles(admin)).toMatchObject({ ok: true });
    expect(await startMovingFiles(admin)).toMatchObject({ problem: { kind: 'moved-on' } });
    expect(await add('late.csv', customers(1))).toMatchObject({ problem: { kind: 'moved-on' } });
    // The second batch of people finds the table closed, as if the process had been killed before it.
    await fresh.db.execute(
      sql.raw(`
      create function die() returns trigger language plpgsql as $$ begin
        if (select count(*) from users where email like '%@former.example') > 200 then raise exception 'dead' using errcode = '57P01'; end if;
        return null; end $$;
      create trigger die after insert on moved_rows for each statement when (true) execute function die();`),
    );
    await expect(work()).rejects.toThrow();
    const half = await count('moved_rows');
    expect(half).toBeGreaterThan(0);
    await fresh.db.execute(sql.raw('drop trigger die on moved_rows; drop function die();'));
    // Its process has been silent, so another one takes over.
    await expect(work()).rejects.toThrow('another process');
    await fresh.db.execute(sql`update file_moves set beat_at = now() - interval '1 minute'`);
    const { status, report } = await work();
    expect(status).toBe('moved');
    expect(report?.kinds.person).toMatchObject({ read: 300 });
    expect(await one(sql`select count(*)::int as value from users where email like '%@former.example'`)).toBe(
      300,
    );
    expect(await checkInvariants(fresh.db)).toEqual([]);
  });

  test('has the sums of the files to the cent, and moves no cash, no stock and no mail', async () => {
    expect(await one(sql`select sum(total)::int as value from orders`)).toBe(950 + 76 + 1800 + 144 + 500);
    expect(await one(sql`select count(*)::int as value from orders where not is_history`)).toBe(0);
    expect(
      await one(
        sql`select count(*)::int as value from orders join users on users.id = user_id where email = 'jo1@former.example'`,
      ),
    ).toBe(1);
    for (const table of ['events', 'mail_messages', 'deliveries']) expect(await count(table), table).toBe(0);
    expect(await one(sql`select count(*)::int as value from stock_ledger where reason <> 'received'`)).toBe(
      0,
    );
  });

  test('makes cannabis of a category of flower, whose lot waits for its certificate, and puts the rest on sale', async () => {
    const { rows } = await fresh.db.execute(sql`
      select products.name, product_type as type, for_sale as "forSale", limit_mg as "limitMg", lots.status, lots.on_hand as units
      from products join lots on lots.product_id = products.id where archived_at is null order by products.name`);
    expect(rows).toEqual([
      { name: 'Cap', type: 'merchandise', forSale: true, limitMg: null, status: 'sellable', units: 5 },
      { name: 'Gelato', type: 'cannabis', forSale: true, limitMg: 3500, status: 'untested', units: 12 },
    ]);
  });

  test('keeps the consent that was given, and no other', async () => {
    expect(await one(sql`select count(*)::int as value from user_preferences where promotional`)).toBe(300);
    expect(
      await one(
        sql`select count(*)::int as value from users where email_verified and email like '%@former.example'`,
      ),
    ).toBe(0);
    expect(
      await one(
        sql`select count(*)::int as value from user_roles where user_id in (select id from users where email like '%@former.example')`,
      ),
    ).toBe(0);
  });

  test('of the same files again changes nothing, and of newer ones what changed', async () => {
    await add(
      'customers.csv',
      `${customers(300).replace('Doe 7,', 'Roe,')}\nNew,One,new@former.example,,,SQ901,\n`,
    );
    await startTryingFiles(admin);
    expect((await work()).report?.kinds.person).toMatchObject({ written: 2, unchanged: 299 });
    await startMovingFiles(admin);
    expect((await work()).status).toBe('moved');
    expect(await one(sql`select count(*)::int as value from users where email like '%@former.example'`)).toBe(
      301,
    );
    expect(await one(sql`select name as value from users where email = 'jo7@former.example'`)).toBe('Jo Roe');
    expect(await checkInvariants(fresh.db)).toEqual([]);
  });
});

describe('an undo', () => {
  test('refuses what people did since, in words, and then leaves nothing', async () => {
    const { rows } = await fresh.db.execute<{ id: string }>(
      sql`select id from users where email = 'jo1@former.example'`,
    );
    await fresh.db.execute(sql`
      insert into sessions (user_id, token, expires_at) values (${rows[0]?.id}::uuid, 'a-token', now() + interval '1 day')`);
    await startUndoingFiles(admin);
    expect(await work()).toMatchObject({ status: 'moved', problem: expect.stringMatching(/have signed in/) });
    await fresh.db.execute(sql`delete from sessions where token = 'a-token'`);
    await startUndoingFiles(admin);
    expect((await work()).status).toBe('undone');
    for (const table of ['products', 'orders', 'moved_rows', 'lots'])
      expect(await count(table), table).toBe(0);
    expect(await one(sql`select count(*)::int as value from users where email like '%@former.example'`)).toBe(
      0,
    );
    expect(await checkInvariants(fresh.db)).toEqual([]);
  });
});

describe('after an undo', () => {
  test('the files and the columns chosen by hand are there, also those of an earlier move, and come over again', async () => {
    const { status, files } = await current();
    expect(status).toBe('undone');
    // The newer list of customers is in the place of the older one.
    expect(files.map(({ name, rows }) => [name, rows])).toEqual([
      ['customers.csv', 301],
      ['products.csv', 2],
      ['sales.csv', 3],
    ]);
    expect(await count('file_moves')).toBe(1);
    expect(files[2]?.mapping).not.toHaveProperty('discount');
    await startTryingFiles(admin);
    expect((await work()).report?.kinds).toMatchObject({ person: { written: 301 }, order: { written: 2 } });
    await startMovingFiles(admin);
    expect((await work()).status).toBe('moved');
    expect(await count('orders')).toBe(2);
    await startUndoingFiles(admin);
    expect((await work()).status).toBe('undone');
  });

  test('they are deleted a week after the first of them was uploaded', async () => {
    await add('extra.csv', customers(1));
    await fresh.db.execute(
      sql`update file_moves set created_at = now() - interval '3 days', status = 'moved'`,
    );
    await add('newer.csv', customers(1));
    await fresh.db.execute(
      sql`update file_moves set status = 'undoing' where created_at > now() - interval '1 day'`,
    );
    await work();
    expect((await current()).files.map(({ name }) => name)).toContain('extra.csv');
    expect(
      await one(sql`select bool_and(created_at < now() - interval '2 days') as value from file_moves`),
    ).toBe(true);
    await clear();
  });
});

describe('hostile files', () => {
  test('get nothing through', async () => {
    const roles = Array.from({ length: 60 }, (_, at) => `Role ${at}`).join(',');
    await add(
      'people.csv',
      [
        `Email,Name,Phone,Tags,Loyalty points,Role,Address,${roles}`,
        `owner@former.example,"=HYPERLINK(""http://evil.example"")",=1+1,VIP,99999999999,admin,<img src=x onerror=alert(1)>`,
        `"a@former.example, b@former.example",Two,,,,admin,`,
        `"x@former.example\nBcc: all@former.example",Three,,,,admin,`,
        `${admin.email.toUpperCase()},The Owner,,Do not serve,,admin,`,
      ].join('\n'),
    );
    await add(
      'goods.csv',
      'Product,Price,Stock,Category,SKU\n"<script>alert(1)</script>Hat",-5,99999999999,"<b>Hats</b>",__proto__\n=cmd|x,1e9,1,../../etc,constructor\n',
    );
    await startTryingFiles(admin);
    expect((await work()).status).toBe('tried');
    await startMovingFiles(admin);
    expect((await work()).status).toBe('moved');
    expect(
      await one(sql`select string_agg(role, ',') as value from user_roles where role <> 'staff'`),
    ).toMatch(/^admin(,admin)*$/);
    expect(
      await one(
        sql`select count(*)::int as value from user_roles where user_id in (select id from users where email like '%@former.example')`,
      ),
    ).toBe(0);
    expect(
      await one(
        sql`select count(*)::int as value from users where email like '%,%' or email like '%' || chr(10) || '%'`,
      ),
    ).toBe(0);
    // The owner’s own account stays theirs.
    expect(
      await one(sql`select is_banned as value from customer_profiles where user_id = ${admin.userId}::uuid`),
    ).not.toBe(true);
    expect(await one(sql`select name as value from users where email = 'owner@former.example'`)).not.toMatch(
      /[=:/]/,
    );
    expect(
      await one(sql`select count(*)::int as value from products where name like '%<%' or retail_price < 0`),
    ).toBe(0);
    expect(await one(sql`select count(*)::int as value from categories where name like '%<%'`)).toBe(0);
    expect(await checkInvariants(fresh.db)).toEqual([]);
    await startUndoingFiles(admin);
    expect((await work()).status).toBe('undone');
  });

  test('whose sales are scattered fail in words, and nothing is written', async () => {
    await clear();
    await add(
      'list.csv',
      'Order number,Date,Product,Total\n1,1/2/2026,A,5\n2,1/2/2026,A,5\n1,1/2/2026,B,5\n',
    );
    await startTryingFiles(admin);
    expect(await work()).toMatchObject({
      status: 'failed',
      problem: expect.stringMatching(/^The rows of sale 1 are not together/),
    });
    expect(await startMovingFiles(admin)).toMatchObject({ problem: { kind: 'moved-on' } });
  });
});

test('whoever loses the permission before the job starts writes nothing', async () => {
  await clear();
  await add('customers.csv', customers(1));
  await startTryingFiles(admin);
  await workOnFileMove({ ...admin, role: 'staff' }, (await current()).id);
  expect(await current()).toMatchObject({ status: 'failed', problem: expect.stringMatching(/no longer/) });
});

test('files are deleted after a week, and not while a job works on them', async () => {
  await startTryingFiles(admin);
  await fresh.db.execute(sql`update file_moves set created_at = now() - interval '8 days'`);
  await cleanUpFileMoves();
  expect(await count('file_moves')).toBe(1);
  await fresh.db.execute(sql`update file_moves set status = 'failed'`);
  await cleanUpFileMoves();
  expect([await count('file_moves'), await count('move_files'), await count('move_file_pieces')]).toEqual([
    0, 0, 0,
  ]);
});

test('a shop that opens before the job starts gets nothing of them, and takes no more', async () => {
  await add('customers.csv', customers(1));
  await startTryingFiles(admin);
  await work();
  await startMovingFiles(admin);
  await fresh.db.execute(sql`update store_settings set value = '{"isOpen":true}' where name = 'opening'`);
  invalidateSettings();
  expect(await work()).toMatchObject({ status: 'failed', problem: expect.stringMatching(/shop is open/) });
  expect(await one(sql`select count(*)::int as value from users where email like '%@former.example'`)).toBe(
    0,
  );
  expect(await startTryingFiles(admin)).toEqual({ ok: false, problem: { kind: 'open' } });
});
