/** Reads all the data the shop has about one person, as the files of an archive for that person only. */
import { sql } from 'drizzle-orm';
import type { SignedIn } from '#core/access/actor.ts';
import { decryptLicense } from '#core/customers/encrypt-license.server.ts';
import { viewPhoto } from '#core/customers/view-photo.server.ts';
import { database } from '#db/client.ts';
import type { ZipEntry } from '#platform/files/zip.ts';
import { type PersonTable, personTables } from './person-tables.ts';

type Row = Record<string, unknown>;

/** Rows per query. */
const BATCH = 500;

/** One file for each kind of record, the photos as they are, and a README that explains the files. */
export async function* filesAbout(actor: SignedIn, today: string): AsyncGenerator<ZipEntry> {
  yield { name: 'README.txt', content: [utf8(readMe(actor, today))] };
  yield { name: 'account.json', content: json(accountOf(actor)) };
  for (const [reference, table] of Object.entries(personTables)) {
    if ('file' in table.download)
      yield { name: `${table.download.file}.json`, content: json(rowsOf(reference, table, actor)) };
  }
  yield { name: 'mail.json', content: json(mailTo(actor)) };
  yield* photosOf(actor);
}

async function* accountOf({ userId }: SignedIn): AsyncGenerator<Row> {
  const { rows } = await database().execute<{ row: Row }>(
    sql`select to_jsonb(u) as row from users u where id = ${userId}`,
  );
  for (const { row } of rows) yield row;
}

/** The table's rows about the person, oldest first, without the withheld columns. */
async function* rowsOf(
  reference: string,
  { heldBack = [] }: PersonTable,
  { userId }: SignedIn,
): AsyncGenerator<Row> {
  const [table = '', column = ''] = reference.split('.');
  const extra = extras[table] ?? sql`'{}'::jsonb`;
  for (let offset = 0; ; offset += BATCH) {
    const { rows } = await database().execute<{ row: Row }>(sql`
      select to_jsonb(t) - array[${sql.join(
        [...heldBack, column].map((name) => sql`${name}`),
        sql`, `,
      )}]::text[]
        || ${extra} as row
      from ${sql.identifier(table)} t
      where t.${sql.identifier(column)} = ${userId}
      order by to_jsonb(t) ->> 'created_at', t.ctid
      limit ${BATCH} offset ${offset}`);
    for (const { row } of rows) yield readable(row, userId);
    if (rows.length < BATCH) return;
  }
}

/** Data that belongs to a row but is stored in other tables. */
const extras: Readonly<Record<string, ReturnType<typeof sql>>> = {
  orders: sql`jsonb_build_object(
    'items', (select coalesce(jsonb_agg(to_jsonb(i) - 'order_id' order by i.position), '[]')
      from order_items i where i.order_id = t.id),
    'id_checks', (select coalesce(jsonb_agg(jsonb_build_object('outcome', c.outcome, 'id_kind', c.id_kind,
        'issuer', c.issuer, 'expires_on', c.expires_on, 'refusal', c.refusal, 'at', c.created_at)
        order by c.created_at), '[]')
      from id_checks c where c.order_id = t.id))`,
  customer_profiles: sql`jsonb_build_object('license_id', t.license_id_encrypted)`,
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

function readMe({ name, email }: SignedIn, today: string): string {
  const left = Object.values(personTables).flatMap(({ download }) =>
    'notShown' in download ? [`- ${download.notShown}`] : [],
  );
  return [
    `What we hold about ${name} (${email}), on ${today}.`,
    '',
    'Each .json file is a list, one entry to a line. Money is in cents, times are in UTC.',
    'The folder photos has the pictures you gave us.',
    '',
    'Not in here: passwords and other secrets by which you sign in, which we hold only as',
    'something they cannot be read from, and:',
    ...left,
    '',
  ].join('\n');
}
