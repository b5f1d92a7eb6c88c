/**
 * A page of a category from the index engine. Medusa's own route asks the index for everything but categories and tags;
 * the answer is the same as there: the fields of a card, with prices and stock.
 */
import { ContainerRegistrationKeys, QueryContext } from '@medusajs/framework/utils';
import { wrapVariantsWithInventoryQuantityForSalesChannel } from '@medusajs/medusa/api/utils/middlewares/index';

export const GET = async (req, res) => {
  const { category, offset, region } = req.query;
  const { data, metadata } = await req.scope.resolve(ContainerRegistrationKeys.QUERY).index({
    entity: 'product',
    fields: [
      ...['id', 'title', 'handle', 'description', 'categories.name'],
      ...['variants.id', 'variants.manage_inventory', 'variants.calculated_price.*'],
    ],
    filters: { status: 'published', categories: { id: category } },
    pagination: { take: 24, skip: Number(offset), order: { title: 'ASC' } },
    context: {
      variants: { calculated_price: QueryContext({ region_id: region, currency_code: 'usd' }) },
    },
  });
  req.validatedQuery = {};
  await wrapVariantsWithInventoryQuantityForSalesChannel(
    req,
    data.flatMap(({ variants }) => variants),
  );
  res.json({ products: data, count: metadata.estimate_count });
};
