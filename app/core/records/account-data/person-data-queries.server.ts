/** Reads all the data the shop has about one person, as the files of an archive for that person only. */
import { sql } from 'drizzle-orm';
import { decryptLicense } from '#core/accounts/customers/encrypt-license.server.ts';
import { viewPhoto } from '#core/accounts/customers/view-photo.server.ts';
import type { SignedIn } from '#core/ground/access/actor.ts';
import { readSettings, rehearsalMark } from '#core/ground/settings/settings-queries.server.ts';
import { database } from '#db/client.ts';
import type { ZipEntry } from '#platform/files/zip.ts';
import { type OrderRow, ordersPage } from './orders-page.ts';
import { partTables, personTables } from './person-tables.ts';

type Row = Record<string, unknown>;

/** Rows per query. */
const BATCH = 500;

/** One file for each kind of record, the orders as a page, the photos as they are, and a README that explains them. */
export async function* filesAbout(actor: SignedIn, today: string): AsyncGenerator<ZipEntry> {
  const { store } = await readSettings();
  const about = { name: actor.name, store: store.name, zone: store.zone, today, mark: await rehearsalMark() };
  yield { name: 'README.txt', content: [utf8(readMe(actor, about))] };
  yield { name: 'account.json', content: json(accountOf(actor)) };
  for (const [reference, { download }] of Object.entries(personTables)) {
    if ('file' in download)
      yield { name: `${download.file}.json`, content: json(rowsOf(reference, download.columns, actor)) };
  }
  yield { name: 'orders.html', content: text(ordersPage(ordersOf(actor), about)) };
  yield { name: 'mail.json', content: json(mailTo(actor)) };
  yield* photosOf(actor);
}

function ordersOf(actor: SignedIn): AsyncGenerator<OrderRow> {
  const orders = personTables['orders.user_id']?.download;
  const columns = orders && 'columns' in orders ? orders.columns : [];
  return rowsOf('orders.user_id', columns, actor) as AsyncGenerator<OrderRow>;
}

async function* accountOf({ userId }: SignedIn): AsyncGenerator<Row> {
  const { rows } = await database().execute<{ row: Row }>(
    sql`select ${object('users', partTables.users.columns)} as row from users where id = ${userId}`,
  );
  for (const { row } of rows) yield row;
}

/** Named columns only: a column that is added later is in no download until someone decides. */
function object(table: string, columns: readonly string[]) {
  const from = sql.identifier(table);
  const named = columns.map((column) => sql`${from}.${sql.identifier(column)}`);
  return sql`(select to_jsonb(shown) from (select ${sql.join(named, sql`, `)}) as shown)`;
}

/** The table's rows about the person, oldest first. */
async function* rowsOf(
  reference: string,
  columns: readonly string[],
  { userId }: SignedIn,
): AsyncGenerator<Row> {
  const [table = '', column = ''] = reference.split('.');
  const extra = extras[table] ?? sql`'{}'::jsonb`;
  const from = sql.identifier(table);
  const order = columns.includes('created_at') ? sql`${from}.created_at, ${from}.ctid` : sql`${from}.ctid`;
  for (let offset = 0; ; offset += BATCH) {
    const { rows } = await database().execute<{ row: Row }>(sql`
      select ${object(table, columns)} || ${extra} as row
      from ${from}
      where ${from}.${sql.identifier(column)} = ${userId}
      order by ${order}
      limit ${BATCH} offset ${offset}`);
    for (const { row } of rows) yield readable(row, userId);
    if (rows.length < BATCH) return;
  }
}

/** Data that belongs to a row but is stored in other tables. */
const extras: Readonly<Record<string, ReturnType<typeof sql>>> = {
  orders: sql`jsonb_build_object(
    'items', (select coalesce(jsonb_agg(${object('order_items', partTables.order_items.columns)}
        order by order_items.position), '[]')
      from order_items where order_items.order_id = orders.id),
    'refunds', (select coalesce(jsonb_agg(${object('refunds', partTables.refunds.columns)}
        order by refunds.created_at), '[]')
      from refunds where refunds.order_id = orders.id),
    'id_checks', (select coalesce(jsonb_agg(${object('id_checks', partTables.id_checks.columns)}
        order by id_checks.created_at), '[]')
      from id_checks where id_checks.order_id = orders.id))`,
  customer_profiles: sql`jsonb_build_object('license_id', customer_profiles.license_id_encrypted)`,
};

/** The license number belongs to its owner: whole, not masked. */
function readable(row: Row, userId: string): Row {
  return typeof row.license_id === 'string'
    ? { ...row, license_id: decryptLicense(row.license_id, userId) }
    : row;
}

/** That a mail was sent, and its subject; its text is deleted after a while anyway. */
async function* mailTo({ userId, email }: SignedIn): AsyncGenerator<Row> {
  const { rows } = await database().execute<{ row: Row }>(sql`
    select jsonb_build_object('subject', subject, 'status', status, 'sent_at', sent_at, 'created_at', created_at) as row
    from mail_messages
    where account_id = ${userId} or (account_id is null and lower(recipient) = ${email.toLowerCase()})
    order by created_at`);
  for (const { row } of rows) yield row;
}

async function* photosOf(actor: SignedIn): AsyncGenerator<ZipEntry> {
  const { rows } = await database().execute<{ id: string; kind: string }>(
    sql`select id, kind from customer_photos where user_id = ${actor.userId} and state = 'kept' order by kind`,
  );
  for (const { id, kind } of rows) {
    const photo = await viewPhoto(actor, id);
    if (!photo) continue;
    const ending = photo.contentType === 'image/png' ? 'png' : 'jpg';
    yield { name: `photos/${kind}.${ending}`, content: [photo.bytes], isPacked: true };
  }
}

/** A JSON array, one row per line. */
async function* json(rows: AsyncIterable<Row>): AsyncGenerator<Uint8Array> {
  let before = '[\n';
  for await (const row of rows) {
    yield utf8(before + JSON.stringify(row));
    before = ',\n';
  }
  yield utf8(before === '[\n' ? '[]\n' : '\n]\n');
}

const utf8 = (text: string) => Buffer.from(text, 'utf8');

async function* text(parts: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  for await (const part of parts) yield utf8(part);
}

function readMe(
  { name, email }: SignedIn,
  { store, today, mark }: { store: string; today: string; mark: string | null },
): string {
  const all = Object.values(personTables);
  const files = all.flatMap(({ download }) =>
    'file' in download ? [`  ${download.file}.json`, `      ${download.about}`] : [],
  );
  const left = all.flatMap(({ download }) => ('notShown' in download ? [`- ${download.notShown}`] : []));
  return [
    `What ${store} has stored about you`,
    '',
    `For ${name} (${email}), on ${today}.`,
    '',
    ...(mark === null ? [] : [mark, '']),
    'Start with orders.html: open it in a browser to read your orders. The pictures you gave us are in',
    'the folder photos, if there are any.',
    '',
    'The other files are lists for programs; any text editor opens them. Each line is one entry, [] means',
    'that there is none. Money is in cents (1250 is $12.50), times are in UTC.',
    '',
    '  account.json',
    '      Your name and email address.',
    ...files,
    '  mail.json',
    '      Emails we sent you, by subject. Their text is deleted after a while.',
    '',
    'Not in here: passwords and other secrets that you sign in with, which we cannot read ourselves;',
    'what belongs to the store alone, such as what a product cost us and who packed a bag; and:',
    ...left,
    '',
    'Questions, or something is wrong? Write to us; the address is at the bottom of every page of the shop.',
    '',
  ].join('\n');
}
