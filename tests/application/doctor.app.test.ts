/** `npm run doctor` as an operator runs it, against real parts that are in order, missing, silent or wrong. */
import { execFile } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer } from 'node:tls';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { exitCodeOf, type Finding } from '#core/running/operations/doctor/finding.ts';
import { NEWER_DATABASE } from '#kernel/release.ts';
import { startEmbeddedDatabase } from '#platform/embedded-database/embedded-database.ts';
import { cloneTemplate } from '#tests/support/database.ts';
import { openCollector } from '#tests/support/otlp-collector.ts';
import { TEST_SECRET } from '#tests/support/secret.ts';
import { selfSigned } from '#tests/support/self-signed.ts';
import { openSmtpPeer, type SmtpPeer } from '#tests/support/smtp-peer.ts';
import { doctorFindings } from '../../scripts/doctor-findings.ts';

const root = join(import.meta.dirname, '../..');
const SMTP_PASSWORD = 'horse-of-the-mail-server';

type Visit = { code: number; output: string; lines: Record<string, Finding> };

let dataFolder: string;
let url: string;
let client: pg.Client;
let peer: SmtpPeer;

beforeAll(async () => {
  dataFolder = mkdtempSync(join(tmpdir(), 'farmgate-doctor-'));
  ({ url } = await cloneTemplate());
  client = new pg.Client({ connectionString: url });
  await client.connect();
  peer = await openSmtpPeer();
});
afterAll(async () => {
  await peer.be('away');
  await client.end();
  rmSync(dataFolder, { recursive: true, force: true });
});

/** Of a shop whose database, files and secret are in order, unless `changes` says otherwise. */
const environmentWith = (changes: Record<string, string>) => ({
  ...{ DATA_FOLDER: dataFolder, DATABASE_URL: url, FARMGATE_SECRET: TEST_SECRET },
  ...changes,
});

const byName = (findings: readonly Finding[]) =>
  Object.fromEntries(findings.map((finding) => [finding.what, finding]));

/** What the command finds, without the seconds that a process takes to start. */
async function visit(changes: Record<string, string> = {}): Promise<Visit> {
  const findings = await doctorFindings(environmentWith(changes));
  return { code: exitCodeOf(findings), output: JSON.stringify(findings), lines: byName(findings) };
}

/** The command itself. */
function command(changes: Record<string, string> = {}, args = ['--json']): Promise<Visit> {
  return new Promise((resolve) => {
    const { PATH, HOME } = process.env;
    const env = { PATH, HOME, ...environmentWith(changes) };
    execFile(process.execPath, ['scripts/doctor.ts', ...args], { cwd: root, env }, (error, out, err) => {
      const { ok, findings } = args.includes('--json') ? JSON.parse(out) : { ok: !error, findings: [] };
      const code = error ? Number(error.code) : 0;
      expect(ok).toBe(code === 0);
      resolve({ code, output: out + err, lines: byName(findings) });
    });
  });
}

test('a shop in order has no problem, and the visit leaves nothing behind', async () => {
  // The tests' cluster trades safety for speed.
  const before = readdirSync(dataFolder);
  const { lines } = await command();
  const bad = Object.values(lines).filter(
    ({ what, state }) => state === 'problem' && what !== 'Database settings',
  );
  expect(bad).toEqual([]);
  expect(Object.keys(lines)).toEqual(
    expect.arrayContaining([
      'Settings',
      'Database version',
      'Migrations',
      'Clock',
      'Jobs',
      'Backup',
      'File store',
      'Disk',
    ]),
  );
  expect(readdirSync(join(dataFolder, 'files'))).toEqual([]);
  expect(readdirSync(dataFolder).filter((name) => name !== 'files')).toEqual(before);
});

test('a server that loses orders in a power failure is a problem, and the exit code is 1', async () => {
  const { code, lines } = await visit();
  expect(lines['Database settings']).toMatchObject({
    state: 'problem',
    text: expect.stringContaining('fsync'),
  });
  expect(code).toBe(1);
});

test('a wrong setting is named, and nothing else is asked', async () => {
  const { code, lines } = await command({ PORT: 'http' });
  expect(Object.values(lines)).toEqual([
    expect.objectContaining({ state: 'problem', text: expect.stringContaining('PORT') }),
  ]);
  expect(code).toBe(1);
  expect((await visit({ TRUSTED_PROXIES: 'ten' })).lines.Settings?.state).toBe('problem');
});

test.each([
  [
    'a server that is not there',
    (at: URL) => {
      at.search = '';
      at.host = '127.0.0.1:9';
    },
    'does not answer',
  ],
  [
    'a wrong password',
    (at: URL) => {
      at.password = 'nonsense-nonsense';
    },
    'refuses this user or password',
  ],
  [
    'a database that is not there',
    (at: URL) => {
      at.pathname = '/none';
    },
    'does not exist',
  ],
])('%s is a problem, and its address stays unsaid', async (_, change, words) => {
  const other = new URL(url);
  change(other);
  const { lines, output } = await visit({ DATABASE_URL: other.href });
  expect(lines.Database).toMatchObject({ state: 'problem', text: expect.stringContaining(words) });
  expect(output).not.toContain(other.password);
});

test('a database of another version is noticed, newer or older', async () => {
  const table = 'drizzle.__drizzle_migrations';
  await client.query(`insert into ${table} (hash, created_at) values ('later', 9999999999999)`);
  expect((await visit()).lines.Migrations).toMatchObject({ state: 'problem', text: NEWER_DATABASE });
  await client.query(`delete from ${table} where hash = 'later'`);
  const newest = `created_at = (select max(created_at) from ${table})`;
  const { rows } = await client.query(`delete from ${table} where ${newest} returning hash, created_at`);
  expect((await visit()).lines.Migrations).toMatchObject({
    state: 'warning',
    text: expect.stringMatching(/^1 /),
  });
  await client.query(`insert into ${table} (hash, created_at) values ($1, $2)`, [
    rows[0].hash,
    rows[0].created_at,
  ]);
});

test('a job that has waited for two hours is a problem', async () => {
  await client.query(
    `insert into pgboss.job (name, data, start_after) values ('mail', '{}', now() - interval '2 hours')`,
  );
  expect((await visit()).lines.Jobs).toMatchObject({
    state: 'problem',
    text: expect.stringContaining('2 hours'),
  });
  await client.query(`delete from pgboss.job where name = 'mail'`);
});

test('a file store of another database is a problem', async () => {
  await client.query(`insert into file_stores (id) values ('0190a5de-0000-7000-8000-000000000001')`);
  writeFileSync(join(dataFolder, 'files', 'shop-id'), '0190a5de-0000-7000-8000-000000000002');
  expect((await visit()).lines['File store’s owner']?.state).toBe('problem');
  writeFileSync(join(dataFolder, 'files', 'shop-id'), '0190a5de-0000-7000-8000-000000000001');
  expect((await visit()).lines['File store’s owner']?.state).toBe('ok');
});

test('a mail server that is away, or silent, or refuses the password is a problem; a willing one is sent nothing', async () => {
  const server = { SMTP_URL: peer.url.replace('//', `//shop:${SMTP_PASSWORD}@`) };
  expect((await visit(server)).lines.Mail?.state).toBe('problem');
  await peer.be('silent');
  expect((await visit(server)).lines.Mail?.text).toContain('did not answer');
  await peer.be('willing');
  const refused = await visit(server);
  expect(refused.lines.Mail?.text).toContain('refused the user name or the password');
  expect(refused.output).not.toContain(SMTP_PASSWORD);
  expect((await visit({ SMTP_URL: peer.url })).lines.Mail?.state).toBe('ok');
  expect(peer.taken).toEqual([]);
});

test('a collector is asked with its headers and sent no span; one that is away is a warning', async () => {
  const collector = await openCollector();
  const set = {
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint,
    OTEL_EXPORTER_OTLP_HEADERS: 'api-key=hay%20stack',
  };
  expect((await visit(set)).lines.Traces?.state).toBe('ok');
  expect(collector.headers[0]).toMatchObject({ 'api-key': 'hay stack' });
  expect(collector.spans()).toEqual([]);
  collector.be('failing');
  expect((await visit(set)).lines.Traces?.text).toContain('answered 500');
  await collector.stop();
  const away = await visit(set);
  expect([away.lines.Traces?.state, away.output.includes('stack')]).toEqual(['warning', false]);
});

test('secrets that others can read, or that are gone, are problems, and no output contains them', async () => {
  const [secret, keys] = [join(dataFolder, 'secret'), join(dataFolder, 'keys')];
  const plain = 'a-root-secret-that-must-never-be-printed-anywhere';
  const key = Buffer.alloc(32, 7).toString('base64url');
  writeFileSync(secret, plain);
  writeFileSync(keys, `k1 ${key}\n`);
  chmodSync(secret, 0o644);
  chmodSync(keys, 0o600);
  const files = { FARMGATE_SECRET: '', ENCRYPTION_KEY_FILE: keys };
  const open = await visit(files);
  expect([open.lines['Root secret']?.state, open.lines['Key file']?.state]).toEqual(['problem', 'ok']);
  chmodSync(secret, 0o600);
  writeFileSync(keys, 'no key\n');
  const broken = await visit(files);
  expect(broken.lines.Secrets?.state).toBe('problem');
  rmSync(keys);
  rmSync(secret);
  const gone = await visit(files);
  expect([gone.lines['Root secret']?.state, gone.lines['Key file']?.state]).toEqual(['problem', 'problem']);
  expect(readdirSync(dataFolder)).not.toContain('secret');
  for (const { output } of [open, broken, gone, await command(files, [])]) {
    for (const hidden of [plain, key, TEST_SECRET, new URL(url).password])
      expect(output).not.toContain(hidden);
  }
});

test('a passphrase that others can read is a problem with its cure, and one that is missing too', async () => {
  const file = join(dataFolder, 'passphrase');
  const set = { BACKUP_FOLDER: `${dataFolder}-backups`, BACKUP_PASSPHRASE_FILE: file };
  const missing = await visit(set);
  expect(missing.lines.Backup).toMatchObject({
    ...{ state: 'problem', text: expect.stringMatching(/^The backup passphrase in .* cannot be read/) },
  });
  writeFileSync(file, 'correct horse battery');
  chmodSync(file, 0o640);
  expect((await visit(set)).lines['Backup passphrase']).toMatchObject({
    ...{ state: 'warning', text: `Its group can open ${file}: chmod 600 ${file}` },
  });
  chmodSync(file, 0o604);
  const open = await visit(set);
  expect([open.lines['Backup passphrase']?.state, open.output.includes('correct horse')]).toEqual([
    ...['problem', false],
  ]);
  chmodSync(file, 0o600);
  expect((await visit(set)).lines['Backup passphrase']?.state).toBe('ok');
});

test('license numbers under a lost key are a problem', async () => {
  await client.query(`
    with person as (insert into users (id, name, email, email_verified)
      values ('0190a5de-0000-7000-8000-00000000000a', 'A', 'a@example.com', true) returning id)
    insert into customer_profiles (user_id, full_name, license_id_encrypted)
    select id, 'A', 'k1.RkdLMQRyb290AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' from person`);
  expect((await visit()).lines['Encrypted data']?.state).toBe('problem');
});

test('a certificate is read from the address of the shop: one that no browser trusts is a problem', async () => {
  const server = createServer(selfSigned);
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const { port } = server.address() as AddressInfo;
  const { lines } = await visit({ PUBLIC_ORIGIN: `https://localhost:${port}` });
  server.close();
  expect(lines.Certificate).toMatchObject({
    state: 'problem',
    text: expect.stringContaining('do not trust'),
  });
  const away = await visit({ PUBLIC_ORIGIN: `https://localhost:${port}` });
  expect(away.lines.Certificate).toMatchObject({
    state: 'warning',
    text: expect.stringContaining('could not be reached'),
  });
});

test('the bundled database is examined while it runs, and said to be stopped when it does not', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'farmgate-doctor-own-'));
  const own = { DATA_FOLDER: folder, DATABASE_URL: '' };
  const embedded = await startEmbeddedDatabase({ dataFolder: folder });
  const running = await visit(own);
  expect(running.lines['Database settings']?.state).toBe('ok');
  expect(running.lines.Migrations?.text).toContain('empty');
  await embedded.stop();
  const stopped = await command(own);
  expect(stopped.lines.Database).toMatchObject({
    state: 'warning',
    text: expect.stringContaining('stopped'),
  });
  expect(stopped.lines['File store']?.state).toBe('ok');
  expect(stopped.code).toBe(0);
  rmSync(folder, { recursive: true, force: true });
});
