/**
 * `npm run doctor`: looks at everything the shop needs, while it runs or not, and prints one line for each. Exit code 1
 * if something is a problem. `--json` prints the same for programs. It sends nothing, changes nothing and prints no
 * secret.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { examine } from '#core/operations/doctor/examine.server.ts';
import { exitCodeOf, type Finding, problem, report } from '#core/operations/doctor/finding.ts';
import { hasCluster } from '#platform/embedded-database/cluster.ts';
import { readEnv, StartError } from '#platform/env.ts';
import { proxyTest } from '#server/client-address.ts';

async function findings(): Promise<Finding[]> {
  try {
    const env = readEnv();
    proxyTest(env.TRUSTED_PROXIES);
    return await examine(env, {
      isProduction: process.env.NODE_ENV === 'production',
      migrationsFolder: join(import.meta.dirname, '../app/db/migrations'),
      hasCluster: hasCluster(env.dataFolder),
    });
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    return [problem('Settings', error.message)];
  }
}

const { values } = parseArgs({ options: { json: { type: 'boolean', default: false } } });
const found = await findings();
const isOk = exitCodeOf(found) === 0;
console.log(values.json ? JSON.stringify({ ok: isOk, findings: found }, null, 2) : report(found));
process.exitCode = exitCodeOf(found);
