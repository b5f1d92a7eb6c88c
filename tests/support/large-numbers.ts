/** The demo store, with a number too large for a column in each field and each query of its pages. */
import { expect } from 'vitest';
import { everyPage } from '#tests/journeys/every-page.ts';
import { type Application, startApplication } from '#tests/support/application.ts';
import { formRequests, queryRequests } from '#tests/support/attack-forms.ts';
import { isForwarded, pathOf } from '#tests/support/attack-proxy.ts';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { demoPerson, demoStore } from '#tests/support/demo-store.ts';
import { signedIn } from '#tests/support/people.ts';
import { inParallel } from '#tests/support/requests.ts';

/** One more than an `integer` holds. */
const TOO_LARGE = '2147483648';

let fresh: FreshDatabase;
let app: Application;
export async function openNumbersShop(): Promise<void> {
  fresh = await freshDatabase();
  app = await startApplication({ NODE_ENV: 'production', DEMO_STORE: 'yes', DATABASE_URL: fresh.url });
}
export async function stopNumbersShop(): Promise<void> {
  await app?.stop();
  await fresh?.stop();
}

/** The same parameters, once for each with the number in its place. */
function* withOneTooLarge(parameters: URLSearchParams): Generator<string> {
  for (const name of new Set(parameters.keys())) {
    const changed = new URLSearchParams(parameters);
    changed.set(name, TOO_LARGE);
    yield String(changed);
  }
}

/** Sends every nth of these requests as a visitor of this kind: none causes a server error. */
export async function sendLargeNumbers(who: 'guest' | 'customer' | 'admin', nth: number): Promise<void> {
  const shown = await demoStore(fresh.db);
  const cart = `age_verified=1; cart=${shown.product}:2`;
  const cookie =
    who === 'guest' ? cart : `${cart}; ${await signedIn(fresh.db, await demoPerson(fresh.db, who))}`;
  const paths = everyPage(shown).filter((page) => page.who === who && !page.gated && !page.standsAlone);
  const pages = await Promise.all(
    [...new Set(paths.map(({ path }) => path))]
      .filter((path) => isForwarded('GET', path))
      .map(async (path) => {
        const url = app.origin + path;
        return { url, html: await (await fetch(url, { headers: { cookie } })).text() };
      }),
  );
  const all = [...formRequests(pages), ...queryRequests(pages)].flatMap(({ url, method, body }) => {
    const { pathname, search } = new URL(url);
    const address = app.origin + pathOf(pathname);
    return method === 'GET'
      ? [...withOneTooLarge(new URLSearchParams(search))].map((query) => ({
          url: `${address}?${query}`,
          method,
        }))
      : [...withOneTooLarge(new URLSearchParams(body))].map((body) => ({
          url: address + search,
          method,
          body,
        }));
  });
  const requests = all.filter((_, at) => at % nth === 0);
  // What ends an order or a record goes last, or the other requests would meet what is over.
  const ends = (request: object) =>
    'body' in request && /cancel|remove|delete|archive/.test(String(request.body));
  requests.sort((one, other) => Number(ends(one)) - Number(ends(other)));
  const failed: string[] = [];
  await inParallel(requests, 4, async ({ url, ...rest }) => {
    const { status } = await fetch(url, {
      ...rest,
      redirect: 'manual',
      headers: {
        cookie,
        origin: app.origin,
        'content-type': 'application/x-www-form-urlencoded',
      },
    });
    if (status >= 500) failed.push(`${status} ${url} ${'body' in rest ? rest.body : ''}`);
  });
  expect(all.length).toBeGreaterThan(50);
  expect(failed).toEqual([]);
  // Otherwise the sign-in page has answered.
  if (who !== 'guest') {
    const { status } = await fetch(`${app.origin}/profile`, { headers: { cookie }, redirect: 'manual' });
    expect(status).toBe(200);
  }
}
