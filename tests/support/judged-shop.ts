/** The demo store over HTTP, for programs of others that read what it sends, and for the tools that they need. */
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { startApplication } from './application.ts';
import { freshDatabase } from './database.ts';
import { demoPerson, demoStore } from './demo-store.ts';
import { signedIn } from './people.ts';

export type Who = 'guest' | 'customer' | 'admin';

/** @param settings further settings of the machine */
export async function openJudgedShop(settings: Record<string, string> = {}) {
  const fresh = await freshDatabase();
  const app = await startApplication({
    ...{ NODE_ENV: 'production', DEMO_STORE: 'yes', DATABASE_URL: fresh.url, ...settings },
  });
  const shown = await demoStore(fresh.db);
  const cookies: Record<Who, string> = { guest: 'age_verified=1', customer: '', admin: '' };
  for (const who of ['customer', 'admin'] as const)
    cookies[who] = `age_verified=1; ${await signedIn(fresh.db, await demoPerson(fresh.db, who))}`;
  return {
    db: fresh.db,
    origin: app.origin,
    shown,
    /** A request of one of the demo's people, which follows no redirect. */
    ask: (who: Who, path: string, { headers, ...rest }: RequestInit = {}) =>
      fetch(app.origin + path, {
        ...rest,
        redirect: 'manual',
        headers: { cookie: cookies[who], ...(headers as Record<string, string>) },
      }),
    async stop() {
      await app.stop();
      await fresh.stop();
    },
  };
}

export type JudgedShop = Awaited<ReturnType<typeof openJudgedShop>>;

/** Loads a package of `tests/judges`, which `npm run test:long` installs. */
export const judge = createRequire(new URL('../judges/package.json', import.meta.url));

/** Throws and names the Debian packages of programs that are not here. @param programs package by program */
export function requirePrograms(programs: Record<string, string>): void {
  const missing = Object.entries(programs).filter(([name]) => !existsSync(`/usr/bin/${name}`));
  if (missing.length === 0) return;
  const packages = [...new Set(missing.map(([, each]) => each))].join(' ');
  throw new Error(`Install what reads the papers, and run this again: apt-get install ${packages}`);
}
