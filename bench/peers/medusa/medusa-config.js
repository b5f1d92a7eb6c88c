/**
 * Medusa as its guides set up a production server, in one process: what several processes would share in Redis is in
 * that process's memory, which is faster. Caching is on, the dashboard is off. With PEER_INDEXES=yes its index engine is
 * on too, with categories added to the index; the search module is always there and needs the index in src/search.
 */
import { defineConfig } from '@medusajs/framework/utils';
import { defaultSchema } from '@medusajs/index/dist/utils/default-schema.js';

const secret = process.env.PEER_SECRET;
const isIndexed = process.env.PEER_INDEXES === 'yes';
const { host, port, user, password, database } = JSON.parse(process.env.PEER_DATABASE ?? '{}');
const address = new URL(`postgresql://localhost:${port}/${database}`);
address.username = user;
address.password = password;
address.searchParams.set('host', host);

const events = ['created', 'updated', 'deleted'].map((event) => `"product.product-category.${event}"`);
const schema = `${defaultSchema.replace('variants: [ProductVariant]', 'variants: [ProductVariant]\n categories: [ProductCategory]')}
  type ProductCategory @Listeners(values: [${events}]) {
    id: ID
    name: String
  }`;
const index = { resolve: '@medusajs/index', options: { schema } };

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
  featureFlags: { caching: true, index_engine: isIndexed },
  modules: [
    { resolve: '@medusajs/medusa/caching', options: { in_memory: { enable: true } } },
    ...(isIndexed ? [index] : []),
  ],
});
