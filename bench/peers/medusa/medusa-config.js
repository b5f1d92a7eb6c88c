/**
 * Medusa as its guides set up a production server, in one process: what would lie in Redis if there were several of
 * them lies in that process's memory, which is nearer. Its caching is on. Without the dashboard.
 */
import { defineConfig } from '@medusajs/framework/utils';

const secret = process.env.PEER_SECRET;
const { host, port, user, password, database } = JSON.parse(process.env.PEER_DATABASE ?? '{}');
const address = new URL(`postgresql://localhost:${port}/${database}`);
address.username = user;
address.password = password;
address.searchParams.set('host', host);

export default defineConfig({
  admin: { disable: true },
  projectConfig: {
    databaseUrl: address.href,
    databaseDriverOptions: { connection: { ssl: false, host } },
    http: {
      jwtSecret: secret,
      cookieSecret: secret,
      storeCors: 'http://127.0.0.1',
      adminCors: 'http://127.0.0.1',
      authCors: 'http://127.0.0.1',
    },
  },
  featureFlags: { caching: true },
  modules: [{ resolve: '@medusajs/medusa/caching', options: { in_memory: { enable: true } } }],
});
