/** The product index of Medusa's search module, which `POST /store/search` answers from. */
import { defineSearchIndex, graphConsume, graphSeed, search } from '@medusajs/framework/utils';

const source = {
  fields: [
    ...['id', 'title', 'handle', 'description', 'status', 'sales_channels.id', 'categories.name'],
    ...['variants.prices.amount', 'variants.prices.currency_code'],
  ],
  transform: (products) =>
    products.map(({ sales_channels, categories, variants, ...product }) => ({
      ...product,
      sales_channel_ids: sales_channels.map(({ id }) => id),
      categories: categories.map(({ name }) => name),
      price: variants[0].prices.find(({ currency_code }) => currency_code === 'usd')?.amount,
    })),
};

if (process.env.PEER_INDEXES === 'yes')
  defineSearchIndex({
    name: 'product',
    entity: 'product',
    fields: search.define({
      id: search.keyword().filterable(),
      handle: search.keyword().filterable(),
      title: search.text().searchable({ weight: 3 }).sortable(),
      description: search.text().searchable(),
      categories: search.keyword().array().filterable().facetable(),
      price: search.float().filterable().sortable(),
      status: search.keyword().filterable(),
      sales_channel_ids: search.keyword().array().filterable(),
    }),
    events: ['product.created', 'product.updated', 'product.deleted'],
    consume: graphConsume(source),
    seed: graphSeed(source),
  });
