/** What `npm run doctor` finds, a setting that cannot be read included. */
import { join } from 'node:path';
import { examine } from '#core/running/operations/doctor/examine.server.ts';
import { type Finding, problem } from '#core/running/operations/doctor/finding.ts';
import { hasCluster } from '#platform/embedded-database/cluster.ts';
import { readEnv, StartError } from '#platform/env.ts';
import { proxyTest } from '#server/http/client-address.ts';

/** @param environment the shop's environment variables */
export async function doctorFindings(environment: NodeJS.ProcessEnv): Promise<Finding[]> {
  try {
    const env = readEnv(environment);
    proxyTest(env.TRUSTED_PROXIES);
    return await examine(env, {
      isProduction: environment.NODE_ENV === 'production',
      root: join(import.meta.dirname, '..'),
      hasCluster: hasCluster(env.dataFolder),
    });
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    return [problem('Settings', error.message)];
  }
}
