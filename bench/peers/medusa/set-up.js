/** Fills an empty database with the products and customers of PEER_GOODS, and writes their ids here into PEER_MADE. */
import { readFileSync, writeFileSync } from 'node:fs';
import { ContainerRegistrationKeys, generateJwtToken, Modules } from '@medusajs/framework/utils';
import {
  createApiKeysWorkflow,
  createCustomersWorkflow,
  createInventoryLevelsWorkflow,
  createProductCategoriesWorkflow,
  createProductsWorkflow,
  createRegionsWorkflow,
  createSalesChannelsWorkflow,
  createShippingOptionsWorkflow,
  createShippingProfilesWorkflow,
  createStockLocationsWorkflow,
  createTaxRegionsWorkflow,
  linkSalesChannelsToApiKeyWorkflow,
  linkSalesChannelsToStockLocationWorkflow,
} from '@medusajs/medusa/core-flows';

const { products, customers } = JSON.parse(readFileSync(process.env.PEER_GOODS, 'utf8'));
/** Products in one workflow. */
const BATCH = 100;

export default async function setUp({ container }) {
  const run = async (workflow, input) => (await workflow(container).run({ input })).result;
  const [channel] = await run(createSalesChannelsWorkflow, { salesChannelsData: [{ name: 'Shop' }] });
  const [key] = await run(createApiKeysWorkflow, {
    api_keys: [{ title: 'Shop', type: 'publishable', created_by: '' }],
  });
  await run(linkSalesChannelsToApiKeyWorkflow, { id: key.id, add: [channel.id] });
  const payment = { payment_providers: ['pp_system_default'] };
  const [region] = await run(createRegionsWorkflow, {
    regions: [{ name: 'United States', currency_code: 'usd', countries: ['us'], ...payment }],
  });
  const rate = { name: 'Tax', code: 'tax', rate: 13 };
  await run(createTaxRegionsWorkflow, [
    { country_code: 'us', provider_id: 'tp_system', default_tax_rate: rate },
  ]);
  const { location, profile, option } = await offerPickup(container, run, channel);
  const categories = await makeCategories(run);
  await makeProducts(run, { channel, categories, profile });
  const variants = await stockUp(container, run, location);
  const people = await run(createCustomersWorkflow, {
    customersData: customers.map(({ firstName, lastName, email }) => ({
      ...{ first_name: firstName, last_name: lastName, email },
      has_account: true,
    })),
  });
  const made = {
    tokens: people.map(({ id }) => tokenOf(id)),
    publishableKey: key.token,
    regionId: region.id,
    shippingOptionId: option.id,
    categories,
    variants,
  };
  writeFileSync(process.env.PEER_MADE, JSON.stringify(made));
}

/** The token that sign-in would have made. */
function tokenOf(customerId) {
  return generateJwtToken(
    { actor_id: customerId, actor_type: 'customer', auth_identity_id: customerId, app_metadata: {} },
    { secret: process.env.PEER_SECRET, expiresIn: '1d' },
  );
}

/** A stock location, and free pickup there. */
async function offerPickup(container, run, channel) {
  const links = container.resolve(ContainerRegistrationKeys.LINK);
  const [location] = await run(createStockLocationsWorkflow, {
    locations: [{ name: 'Farm', address: { address_1: '1 Main St', city: 'Roscoe', country_code: 'US' } }],
  });
  await run(linkSalesChannelsToStockLocationWorkflow, { id: location.id, add: [channel.id] });
  const [profile] = await run(createShippingProfilesWorkflow, { data: [{ name: 'Goods', type: 'default' }] });
  const set = await container.resolve(Modules.FULFILLMENT).createFulfillmentSets({
    name: 'Pickup',
    type: 'pickup',
    service_zones: [{ name: 'United States', geo_zones: [{ country_code: 'us', type: 'country' }] }],
  });
  const there = { [Modules.STOCK_LOCATION]: { stock_location_id: location.id } };
  await links.create({ ...there, [Modules.FULFILLMENT]: { fulfillment_provider_id: 'manual_manual' } });
  await links.create({ ...there, [Modules.FULFILLMENT]: { fulfillment_set_id: set.id } });
  const [option] = await run(createShippingOptionsWorkflow, [
    {
      name: 'Pickup',
      price_type: 'flat',
      provider_id: 'manual_manual',
      service_zone_id: set.service_zones[0].id,
      shipping_profile_id: profile.id,
      type: { label: 'Pickup', description: 'At the farm', code: 'pickup' },
      prices: [{ currency_code: 'usd', amount: 0 }],
      rules: [
        { attribute: 'enabled_in_store', value: 'true', operator: 'eq' },
        { attribute: 'is_return', value: 'false', operator: 'eq' },
      ],
    },
  ]);
  return { location, profile, option };
}

/** Ids of categories by name; types and strains are tags. */
async function makeCategories(run) {
  const names = [...new Set(products.map(({ category }) => category))];
  const made = await run(createProductCategoriesWorkflow, {
    product_categories: names.map((name) => ({ name, is_active: true })),
  });
  return Object.fromEntries(made.map(({ name, id }) => [name, id]));
}

/** Each product has one variant with managed inventory. */
async function makeProducts(run, { channel, categories, profile }) {
  for (let from = 0; from < products.length; from += BATCH) {
    const batch = products.slice(from, from + BATCH).map((product) => ({
      title: product.name,
      handle: product.key,
      description: product.description,
      status: 'published',
      category_ids: [categories[product.category]],
      shipping_profile_id: profile.id,
      sales_channels: [{ id: channel.id }],
      options: [{ title: 'Size', values: ['One'] }],
      variants: [
        {
          title: 'One',
          sku: product.key,
          options: { Size: 'One' },
          manage_inventory: true,
          prices: [{ currency_code: 'usd', amount: product.cents / 100 }],
        },
      ],
    }));
    await run(createProductsWorkflow, { products: batch });
  }
}

/** Returns variant ids by the key of their product. */
async function stockUp(container, run, location) {
  const { data } = await container.resolve(ContainerRegistrationKeys.QUERY).graph({
    entity: 'product_variant',
    fields: ['id', 'sku', 'inventory_items.inventory_item_id'],
  });
  const stock = new Map(products.map(({ key, stock }) => [key, stock]));
  await run(createInventoryLevelsWorkflow, {
    inventory_levels: data.map((variant) => ({
      inventory_item_id: variant.inventory_items[0].inventory_item_id,
      location_id: location.id,
      stocked_quantity: stock.get(variant.sku),
    })),
  });
  return Object.fromEntries(data.map(({ id, sku }) => [sku, id]));
}
