/** Sign-in over real HTTP: guessing is limited, the library's own routes are closed, and mail is shown harmlessly. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { queueMail } from '#core/ground/mail/queue-mail.server.ts';
import { inTransaction } from '#db/client.ts';
import { mailMessages } from '#db/schema/mail.ts';
import { type Application, startApplication } from '#tests/support/application.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { aPerson, signedIn } from '#tests/support/people.ts';

let fresh: FreshDatabase;
let app: Application;

beforeAll(async () => {
  fresh = await freshDatabase();
  app = await startApplication({ NODE_ENV: 'production', DATABASE_URL: fresh.url });
});
afterAll(async () => {
  await app?.stop();
  await fresh.stop();
});

const post = (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
  fetch(app.origin + path, {
    method: 'POST',
    redirect: 'manual',
    headers: { Origin: app.origin, ...headers },
    body: new URLSearchParams(fields),
  });

test('thirty wrong passwords from thirty forged addresses get twenty answers', async () => {
  const statuses: number[] = [];
  for (let guess = 0; guess < 30; guess++) {
    const forged = `198.51.100.${guess}`;
    const headers = {
      'X-Forwarded-For': forged,
      'X-Real-IP': forged,
      Forwarded: `for=${forged}`,
      'X-Farmgate-Client-Address': forged,
    };
    const answer = await post(
      '/login',
      { email: 'target@example.com', password: `wrong-words-${guess}` },
      headers,
    );
    statuses.push(answer.status);
  }
  expect(statuses.filter((status) => status === 401)).toHaveLength(20);
  expect(statuses.slice(20)).toEqual(Array.from({ length: 10 }, () => 429));
});

test.each([
  '/api/auth/sign-in/email',
  '/api/auth/sign-up/email',
  '/api/auth/update-user',
  '/api/auth/request-password-reset',
  '/API/AUTH/sign-up/email',
  '/api/%61uth/sign-up/email',
  '//api/auth/sign-up/email',
  '/api/auth/sign-up/email/',
])('%s is no route of the shop', async (path) => {
  const answer = await fetch(app.origin + path, {
    method: 'POST',
    headers: { Origin: app.origin, 'Content-Type': 'application/json' },
    body: JSON.stringify({ email: 'new@example.com', password: 'kettle-orbit-mossy', name: 'New' }),
  });
  expect(answer.status).toBeGreaterThanOrEqual(400);
  expect(answer.status).toBeLessThan(500);
  expect(answer.headers.getSetCookie().join()).not.toContain('session_token');
});

test('a refused sign-up preserves the input except the password', async () => {
  const password = 'kettle-orbit-mossy';
  const answer = await post('/login?mode=signup', {
    mode: 'signup',
    fullName: 'Wren <b>',
    email: 'wren@example.com',
    password,
  });
  const page = await answer.text();
  expect(answer.status).toBe(400);
  expect(page).toContain('Birth date is required for account creation.');
  expect(page).toContain('value="wren@example.com"');
  expect(page).not.toContain(password);
});

test('a sent email is in a frame without any rights', async () => {
  const dedupeKey = 'hostile';
  const html = '<html><head></head><body><script>alert(1)</script>Hello</body></html>';
  await inTransaction((tx) =>
    queueMail(tx, { dedupeKey, recipient: 'a@example.com', subject: 's', html, text: 't' }),
  );
  const [mail] = await fresh.db.select({ id: mailMessages.id }).from(mailMessages);
  const admin = await signedIn(fresh.db, await aPerson(fresh.db, { role: 'admin' }));
  const answer = await fetch(`${app.origin}/admin/sent-mail/${mail?.id}/html`, {
    headers: { Cookie: admin },
  });
  expect(answer.status).toBe(200);
  const policy = answer.headers.get('Content-Security-Policy') ?? '';
  expect(policy).toContain("default-src 'none'");
  expect(policy).toMatch(/sandbox allow-popups/);
  expect(policy).not.toMatch(/allow-scripts|allow-same-origin|script-src/);
});
