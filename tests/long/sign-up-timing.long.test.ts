/**
 * Under load, response times do not reveal whether an address has an account: the area under the ROC curve between
 * known and unknown addresses (0.5: indistinguishable; 1: always distinguishable).
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { accounts } from '#db/schema/identity.ts';
import { hashPassword } from '#platform/secrets/password-hashing.ts';
import { type Application, startApplication } from '#tests/support/application.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { aPerson } from '#tests/support/people.ts';
import { postForm } from '#tests/support/requests.ts';
import { seen } from '#tests/support/seen.ts';
import { openShop } from '#tests/support/shop.ts';

const SAMPLES = 200;
const BACKGROUND = 8;
let fresh: FreshDatabase;
let app: Application;

beforeAll(async () => {
  fresh = await freshDatabase();
  await openShop(fresh.db);
  app = await startApplication({
    NODE_ENV: 'production',
    DATABASE_URL: fresh.url,
    TRUSTED_PROXIES: '127.0.0.1,::1',
  });
});
afterAll(async () => {
  await app?.stop();
  await fresh.stop();
});

let next = 0;
/** Every request has its own address. */
const headers = () => {
  next += 1;
  return { 'X-Forwarded-For': `198.${18 + (next >> 16)}.${(next >> 8) & 255}.${next & 255}` };
};
const signUp = (email: string) =>
  postForm(
    app,
    '/login?mode=signup',
    {
      mode: 'signup',
      fullName: 'Jane Weatherby',
      email,
      password: 'kettle-orbit-mossy',
      birthDate: '1990-02-28',
    },
    headers(),
  );
const reset = (email: string) => postForm(app, '/forgot-password', { email }, headers());
const signIn = (email: string) =>
  postForm(app, '/login', { email, password: `wrong-password-${next}` }, headers());

/** Probability that a known address takes longer than an unknown one. */
function auc(known: readonly number[], unknown: readonly number[]): number {
  let longer = 0;
  for (const one of known) for (const other of unknown) longer += one > other ? 1 : one === other ? 0.5 : 0;
  return longer / (known.length * unknown.length);
}

const areas: number[] = [];
afterAll(() => seen('sign-up-timing', areas.map((area) => area.toFixed(3)).join(', '), areas.length === 3));

test.each([
  ['sign-up', signUp, 302],
  ['a forgotten password', reset, 200],
  ['sign-in', signIn, 401],
])('%s: AUC of at most 0.6 between known and unknown addresses', async (what, ask, status) => {
  // One person each, because email per address is limited.
  const people: string[] = [];
  const password = await hashPassword('kettle-orbit-mossy');
  for (let count = 0; count < SAMPLES; count++) {
    const { userId, email } = await aPerson(fresh.db);
    await fresh.db.insert(accounts).values({ userId, accountId: userId, providerId: 'credential', password });
    people.push(email);
  }
  let stop = false;
  const background = Array.from({ length: BACKGROUND }, async (_, at) => {
    while (!stop) {
      if (at < 2)
        await signUp(`background-${next}-${what}@example.com`.replaceAll(' ', '')).then((r) => r.text());
      else
        await fetch(`${app.origin}/products?page=${at}`, {
          headers: { cookie: 'age_verified=1; cart=' },
        }).then((r) => r.text());
    }
  });
  const times: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] };
  const measure = async (kind: 'known' | 'unknown', email: string) => {
    for (;;) {
      const started = performance.now();
      const answer = await ask(email);
      await answer.text();
      // A full queue of passwords reveals nothing about the address.
      if (answer.status === 503) continue;
      expect(answer.status).toBe(status);
      times[kind].push(performance.now() - started);
      return;
    }
  };
  try {
    for (const [at, email] of people.entries()) {
      const unknown = `nobody-${at}-${what.replaceAll(' ', '')}@example.com`;
      const order = at % 2 === 0 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const);
      for (const kind of order) await measure(kind, kind === 'known' ? email : unknown);
    }
  } finally {
    stop = true;
    await Promise.all(background);
  }
  const area = auc(times.known, times.unknown);
  const median = (all: number[]) => Math.round([...all].sort((a, b) => a - b)[all.length >> 1] ?? 0);
  console.info(
    `${what}: AUC ${area.toFixed(3)} over ${SAMPLES} + ${SAMPLES} samples; ` +
      `median ${median(times.known)} ms known, ${median(times.unknown)} ms unknown`,
  );
  expect(Math.max(area, 1 - area)).toBeLessThanOrEqual(0.6);
  areas.push(area);
});
