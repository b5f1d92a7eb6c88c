/** A shop in production with mail, to kill and start again. */
import { type SQL, sql } from 'drizzle-orm';
import { systemClock } from '#kernel/time.ts';
import { type Application, startApplication } from './application.ts';
import { type FreshDatabase, freshDatabase } from './database.ts';
import { anOrder } from './orders.ts';
import { aPerson } from './people.ts';
import { openSmtpPeer, type SmtpPeer } from './smtp-peer.ts';

/** The time and pause to wait for jobs of a killed process: they return to the queue once its heartbeats are missing. */
export const AFTER_KILL = { timeout: 120_000, interval: 50 };

export type KilledShop = {
  fresh: FreshDatabase;
  peer: SmtpPeer;
  /** Starts the application; called again after a kill. */
  start(): Promise<void>;
  kill(): void;
  /** The number that a query of one value gives. */
  count(what: SQL): Promise<number>;
  stop(): Promise<void>;
};

export async function killedShop(): Promise<KilledShop> {
  const fresh = await freshDatabase();
  const peer = await openSmtpPeer();
  await peer.be('willing');
  let app: Application | undefined;
  return {
    ...{ fresh, peer },
    start: async () => {
      app = await startApplication({ NODE_ENV: 'production', DATABASE_URL: fresh.url, SMTP_URL: peer.url });
    },
    kill: () => app?.process.kill('SIGKILL'),
    count: async (what) => {
      const { rows } = await fresh.db.execute<{ many: number }>(sql`select ${what} as many`);
      return rows[0]?.many ?? 0;
    },
    stop: async () => {
      await app?.stop();
      await peer.be('away');
      await fresh.stop();
    },
  };
}

const AT_ONCE = 8;

/** Orders one unit of the product for each of `people` customers, and passes every eighth order to `first`. */
export async function orderByMany(
  { fresh }: KilledShop,
  [productId, slot]: readonly [number, string],
  people: number,
  first?: (number: string) => Promise<unknown>,
): Promise<void> {
  for (let made = 0; made < people; made += AT_ONCE)
    await Promise.all(
      Array.from({ length: AT_ONCE }, async (_, at) => {
        const number = await anOrder(await aPerson(fresh.db), [[productId, 1]], slot, systemClock());
        if (at === 0) await first?.(number);
      }),
    );
}
