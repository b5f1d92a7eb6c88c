/** What a production start must never do: open a demo, guess its own address, or print a link into an account. */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { accounts, users } from '#db/schema/identity.ts';
import { mailMessages } from '#db/schema/mail.ts';
import { demoSignInEmails } from '#seed/demo-sign-ins.ts';
import { startApplication } from '#tests/support/application.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { aPerson } from '#tests/support/people.ts';
import { openShop } from '#tests/support/shop.ts';

let fresh: FreshDatabase;
let folder: string;
beforeAll(async () => {
  fresh = await freshDatabase();
  await openShop(fresh.db);
  await aPerson(fresh.db, { role: 'admin' });
  folder = mkdtempSync(join(tmpdir(), 'farmgate-production-'));
});
afterAll(async () => {
  await fresh.stop();
  rmSync(folder, { recursive: true, force: true });
});

const production = (more: Record<string, string> = {}) => ({
  NODE_ENV: 'production',
  DATABASE_URL: fresh.url,
  ...more,
});

/** The output of a failed start. */
async function refusal(environment: Record<string, string>): Promise<string> {
  const started = await startApplication(environment).catch((error: Error) => error);
  if (started instanceof Error) return started.message;
  await started.stop();
  throw new Error('it started');
}

test('it exits without PUBLIC_ORIGIN, in one sentence', async () => {
  const said = await refusal(production({ PUBLIC_ORIGIN: '' }));
  expect(said).toContain('PUBLIC_ORIGIN is missing');
  expect(said).not.toContain('    at ');
});

test('its output names no recipient and no token, however much it logs', async () => {
  const app = await startApplication(production({ LOG_LEVEL: 'trace' }));
  const person = await aPerson(fresh.db, { email: 'kim.recipient@example.com' });
  const post = (path: string, fields: Record<string, string>) =>
    fetch(app.origin + path, {
      method: 'POST',
      body: new URLSearchParams(fields),
      headers: { origin: app.origin },
      redirect: 'manual',
    });
  await post('/forgot-password', { email: person.email });
  const [mail] = await expect
    .poll(() => fresh.db.select().from(mailMessages).where(eq(mailMessages.status, 'kept')), {
      timeout: 60_000,
    })
    .not.toEqual([])
    .then(() => fresh.db.select().from(mailMessages).where(eq(mailMessages.recipient, person.email)));
  expect(mail?.linkEncrypted).not.toBeNull();
  expect(await app.stop()).toBe(0);
  expect(app.output()).toContain('is open at');
  expect(app.output()).not.toMatch(/recipient@|token=/);
});

test('it opens no store that has the demo’s sign-ins, unless configured to', async () => {
  const [made] = await fresh.db
    .insert(users)
    .values({ name: 'Demo', email: demoSignInEmails.staff, emailVerified: true })
    .returning({ id: users.id });
  const userId = made?.id ?? '';
  await fresh.db
    .insert(accounts)
    .values({ userId, accountId: userId, providerId: 'credential', password: randomUUID() });
  const said = await refusal(production());
  expect(said).toContain('This database holds the demo store');
  expect(said).not.toContain('    at ');
  const told = await startApplication(production({ DEMO_STORE: 'yes' }));
  expect(await told.stop()).toBe(0);
});

test('it seeds nothing into its own data folder', async () => {
  const dataFolder = join(folder, 'own');
  const app = await startApplication({ NODE_ENV: 'production' }, { dataFolder });
  expect(app.output()).toContain('/set-up?token=');
  expect(app.output()).not.toContain('demo');
  expect(app.output()).not.toContain('Other computers');
  expect(await app.stop()).toBe(0);
});
