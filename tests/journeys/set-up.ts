/**
 * Before all journeys: the bundled PostgreSQL with a demo store that the application itself has seeded. Each worker
 * clones that database (tests/journeys/shop.ts); pictures are shared, because no journey writes there.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedDatabase } from '#platform/embedded-database/embedded-database.ts';
import { startApplication } from '#tests/support/application.ts';
import { ensureBuilt } from '../../scripts/build.ts';
import { asAdministrator } from './databases.ts';
import { handOver, PASSWORDS } from './run.ts';

const TEMPLATE = 'demo_store';

export default async function setUp(): Promise<() => Promise<void>> {
  await ensureBuilt(join(import.meta.dirname, '../..'), console.log);
  const folder = await mkdtemp(join(tmpdir(), 'farmgate-journeys-'));
  const embedded = await startEmbeddedDatabase({
    dataFolder: join(folder, 'database'),
    // Other tests cover surviving a crash.
    settings: {
      ...{ fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '200' },
      // As in tests/support/cluster.ts: clones have no statistics yet.
      max_parallel_workers_per_gather: '0',
    },
  });
  const tearDown = async () => {
    await embedded.stop();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const clusterUrl = urlOf(embedded.url, 'postgres');
    await asAdministrator(clusterUrl, `create database ${TEMPLATE}`);
    const dataFolder = join(folder, 'store');
    const application = await startApplication(
      {
        DATABASE_URL: urlOf(embedded.url, TEMPLATE),
        DEMO_ADMIN_PASSWORD: PASSWORDS.admin,
        DEMO_STAFF_PASSWORD: PASSWORDS.staff,
        DEMO_CUSTOMER_PASSWORD: PASSWORDS.customer,
      },
      { dataFolder },
    );
    await application.stop();
    // Journeys make people who reserve again and again and pick nothing up.
    await asAdministrator(
      urlOf(embedded.url, TEMPLATE),
      `insert into store_settings (name, value)
        values ('holds', '{"unitsUntilPickup": 1000, "ordersUntilPickup": 1000}')
        on conflict (name) do update set value = store_settings.value || excluded.value`,
    );
    handOver({ clusterUrl, template: TEMPLATE, dataFolder });
  } catch (error) {
    await tearDown();
    throw error;
  }
  return tearDown;
}

function urlOf(url: string, database: string): string {
  const other = new URL(url);
  other.pathname = `/${database}`;
  return other.href;
}
