/** Fills an empty database with the products and customers of PEER_GOODS, and writes their ids here into PEER_MADE. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  bootstrap,
  ChannelService,
  CustomerService,
  JobQueueService,
  LanguageCode,
  ProductVariant,
  RequestContextService,
  SearchService,
  SessionService,
  ShippingMethodService,
  TransactionalConnection,
  UserService,
} from '@vendure/core';
import { populate } from '@vendure/core/cli/index.js';
import { config, payAtPickup } from './config.js';

const { products, customers, folder } = JSON.parse(readFileSync(process.env.PEER_GOODS, 'utf8'));

const initialData = {
  defaultLanguage: LanguageCode.en,
  defaultZone: 'New York',
  countries: [{ name: 'United States', code: 'US', zone: 'New York' }],
  taxRates: [
    { name: 'cannabis', percentage: 13 },
    { name: 'other', percentage: 8 },
  ],
  shippingMethods: [{ name: 'Pickup', price: 0 }],
  paymentMethods: [{ name: payAtPickup.code, handler: { code: payAtPickup.code, arguments: [] } }],
  collections: [],
};

const columns = [
  ...['name', 'slug', 'description', 'assets', 'facets', 'optionGroups', 'optionValues', 'sku', 'price'],
  ...['taxCategory', 'stockOnHand', 'trackInventory', 'variantAssets', 'variantFacets'],
];
const quoted = (value) => `"${String(value).replaceAll('"', '""')}"`;

function asCsv() {
  const lines = products.map((product) => ({
    name: product.name,
    slug: product.key,
    description: product.description,
    facets: ['category', 'type', 'strain']
      .filter((facet) => product[facet] !== null)
      .map((facet) => `${facet}:${product[facet]}`)
      .join('|'),
    sku: product.key,
    price: (product.cents / 100).toFixed(2),
    taxCategory: product.type === 'cannabis' ? 'cannabis' : 'other',
    stockOnHand: product.stock,
    trackInventory: 'true',
  }));
  const rows = lines.map((line) => columns.map((column) => quoted(line[column] ?? '')).join(','));
  return [columns.join(','), ...rows].join('\n');
}

const csv = join(folder, 'vendure.csv');
writeFileSync(csv, asCsv());
const app = await populate(() => bootstrap(config({ isEmpty: true })), initialData, csv);

const channel = await app.get(ChannelService).getDefaultChannel();
const ctx = await app.get(RequestContextService).create({ apiType: 'admin', channelOrToken: channel });

// The sessions that sign-in would have made.
const tokens = [];
for (const { firstName, lastName, email } of customers) {
  await app.get(CustomerService).create(ctx, { firstName, lastName, emailAddress: email });
  const user = await app.get(UserService).getUserByEmailAddress(ctx, email, 'customer');
  const session = await app.get(SessionService).createNewAuthenticatedSession(ctx, user, 'native');
  tokens.push(session.token);
}

// The index is built once, not once for each imported product.
const connection = app.get(TransactionalConnection);
const job = await app.get(SearchService).reindex(ctx);
await app.get(JobQueueService).start();
await new Promise((resolve, reject) => {
  job.updates({ pollInterval: 500, timeoutMs: 300_000 }).subscribe({ error: reject, complete: resolve });
});
await connection.rawConnection.query('truncate job_record_buffer');

const facetValues = await connection.rawConnection.query(
  'select value.id, name from facet_value value join facet_value_translation on "baseId" = value.id',
);
const variants = await connection.getRepository(ctx, ProductVariant).find();
const { items } = await app.get(ShippingMethodService).findAll(ctx);
writeFileSync(
  process.env.PEER_MADE,
  JSON.stringify({
    tokens,
    shippingMethodId: items[0].id,
    paymentMethod: payAtPickup.code,
    categories: Object.fromEntries(facetValues.map(({ name, id }) => [name, id])),
    variants: Object.fromEntries(variants.map(({ sku, id }) => [sku, id])),
  }),
);
await app.close();
process.exit();
