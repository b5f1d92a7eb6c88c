/** Maps a database row to a card. Expects `p` (products), and the store-local day as $2. */

import type { PriceDay } from '#core/goods/discounts/discount.ts';
import { bestOffer, type PricedProduct } from '#core/goods/discounts/running-offers.ts';
import { unitsShown } from '#core/goods/stock/stock.ts';
import { cents } from '#kernel/money.ts';
import type { LimitCategory } from '#kernel/statuses.ts';
import type { ProductCardFacts } from './products/product.ts';
import type { StrainType } from './search/strain.ts';

export type CardRow = {
  name: string;
  category_name: string;
  requires_id: boolean;
  strain_code: string | null;
  strain_type: StrainType | null;
  thc_basis_points: number | null;
  cbd_basis_points: number | null;
  thc_mg_per_package: number | null;
  cbd_mg_per_package: number | null;
  size: string | null;
  net_weight_mg: number | null;
  limit_category: LimitCategory | null;
  available: number;
  picture_key: string | null;
  picture_alt: string | null;
  picture_tint: string | null;
  batch_number: string | null;
} & DiscountRow;

/** The columns that decide a price, as the database returns them. */
export type DiscountRow = {
  id: number;
  category_id: number;
  product_type: string;
  retail_price: number;
  wholesale_price: number;
  discount: number | null;
  discount_from: string | null;
  discount_until: string | null;
  discount_terms: string | null;
};

export const discountColumns = `
  p.id, p.category_id, p.product_type, p.retail_price, p.wholesale_price, p.discount, p.discount_from::text, p.discount_until::text, p.discount_terms`;

/** Returns a row's offer on that day, if it has one. */
export function offerOfRow(row: DiscountRow, on: PriceDay) {
  return bestOffer(pricedOf(row), on);
}

/** The row as the rules of prices read it. */
export const pricedOf = (row: DiscountRow): PricedProduct => ({
  productId: row.id,
  categoryId: row.category_id,
  productType: row.product_type,
  retailPrice: row.retail_price,
  wholesalePrice: row.wholesale_price,
  discount: row.discount,
  discountFrom: row.discount_from,
  discountUntil: row.discount_until,
  discountTerms: row.discount_terms,
});

export const cardColumns = `
  ${discountColumns}, p.name, c.name as category_name, p.requires_id, p.strain_code,
  p.strain_type, p.thc_basis_points, p.cbd_basis_points, p.thc_mg_per_package, p.cbd_mg_per_package, p.size, p.net_weight_mg,
  p.limit_category, greatest(0, s.on_hand - s.held) as available, cover.key as picture_key, cover.alt as picture_alt,
  cover.tint as picture_tint, lot.batch_number`;

/** The next lot to hand out is the first to expire of the sellable lots with units. */
export const cardJoins = `
  join product_stock s on s.product_id = p.id
  join categories c on c.id = p.category_id
  left join lateral (
    select i.key, i.alt, i.tint from product_images i where i.product_id = p.id order by i.position limit 1
  ) as cover on true
  left join lateral (
    select l.id as lot_id, l.batch_number, l.harvested_on, l.packaged_on, l.expires_on, l.lab_name, l.coa_number, l.coa_key,
      l.test_status, l.total_thc_basis_points, l.total_cbd_basis_points
    from lots l
    where l.product_id = p.id and l.status = 'sellable' and l.on_hand > 0
      and (l.expires_on is null or l.expires_on >= $2::date)
    order by l.expires_on, l.id limit 1
  ) as lot on true`;

export function cardFacts(row: CardRow, on: PriceDay): ProductCardFacts {
  return {
    id: row.id,
    name: row.name,
    retailPrice: cents(row.retail_price),
    offer: offerOfRow(row, on),
    productType: row.product_type,
    categoryName: row.category_name,
    requiresId: row.requires_id,
    strainCode: row.strain_code,
    strainType: row.strain_type,
    thc: row.thc_basis_points,
    cbd: row.cbd_basis_points,
    thcMg: row.thc_mg_per_package,
    cbdMg: row.cbd_mg_per_package,
    size: row.size,
    netWeightMg: row.net_weight_mg,
    limitCategory: row.limit_category,
    picture:
      row.picture_key === null
        ? null
        : { key: row.picture_key, alt: row.picture_alt ?? '', tint: row.picture_tint },
    batchNumber: row.batch_number,
    available: unitsShown(row.available),
  };
}
