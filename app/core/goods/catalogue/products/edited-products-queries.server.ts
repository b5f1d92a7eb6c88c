/** Reads products for editing by staff: complete values with their version, locked for callers that write. */
import { and, asc, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm';
import { type Actor, may } from '#core/ground/access/actor.ts';
import { type Database, database, type Transaction } from '#db/client.ts';
import { nameKeyOf, products } from '#db/schema/catalogue.ts';
import { gtinForms } from '#kernel/gtin.ts';
import type { ProductValues } from './product-fields.ts';

export type EditedProduct = {
  id: number;
  version: number;
  isArchived: boolean;
  values: ProductValues;
};

const columns = {
  id: products.id,
  version: products.version,
  archivedAt: products.archivedAt,
  values: {
    name: products.name,
    categoryId: products.categoryId,
    productType: products.productType,
    size: products.size,
    retailPrice: products.retailPrice,
    wholesalePrice: products.wholesalePrice,
    discount: products.discount,
    discountFrom: products.discountFrom,
    discountUntil: products.discountUntil,
    discountTerms: products.discountTerms,
    forSale: products.forSale,
    strainCode: products.strainCode,
    strainName: products.strainName,
    strainType: products.strainType,
    lineage: products.lineage,
    terpenes: products.terpenes,
    lowStockLevel: products.lowStockLevel,
    upcCode: products.upcCode,
    requiresId: products.requiresId,
    taxClass: products.taxClass,
    limitCategory: products.limitCategory,
    limitMg: products.limitMg,
    netWeightMg: products.netWeightMg,
    servings: products.servings,
    thcBasisPoints: products.thcBasisPoints,
    cbdBasisPoints: products.cbdBasisPoints,
    thcMgPerPackage: products.thcMgPerPackage,
    cbdMgPerPackage: products.cbdMgPerPackage,
    biotrackId: products.biotrackId,
    labTestId: products.labTestId,
    description: products.description,
    cannabisContent: products.cannabisContent,
  },
};

type Row = {
  id: number;
  version: number;
  archivedAt: Date | null;
  values: Omit<ProductValues, 'taxClass'> & { taxClass: string };
};

function productOf({ id, version, archivedAt, values }: Row): EditedProduct {
  // Only `productFields` and the seed write the tax class, and they know no other values.
  const upcCode = values.upcCode?.padStart(14, '0') ?? null;
  return { id, version, isArchived: archivedAt !== null, values: { ...values, upcCode } as ProductValues };
}

/** Null for actors who may not change products, and for a product that does not exist. */
export async function readEditedProduct(actor: Actor, id: number): Promise<EditedProduct | null> {
  if (!may(actor, 'inventory.manage')) return null;
  const [row] = await database().select(columns).from(products).where(eq(products.id, id));
  return row ? productOf(row) : null;
}

/** Locks products until the transaction ends, lowest id first. Does not check permissions. */
export async function lockProducts(tx: Transaction, ids: readonly number[]): Promise<EditedProduct[]> {
  if (ids.length === 0) return [];
  const rows = await tx
    .select(columns)
    .from(products)
    .where(inArray(products.id, [...ids]))
    .orderBy(asc(products.id))
    .for('no key update');
  return rows.map(productOf);
}

/**
 * Locks the products that a query selects, lowest id first, without reading them; new orders may still refer
 * to them.
 */
export async function lockProductsOf(tx: Transaction, ids: SQL): Promise<void> {
  await tx.execute(sql`
    select count(*) from (select from products where id in (${ids}) order by id for no key update) as locked`);
}

/** Reads what `lockProducts` reads, without the lock. */
export async function readEditedProducts(ids: readonly number[]): Promise<EditedProduct[]> {
  if (ids.length === 0) return [];
  const rows = await database()
    .select(columns)
    .from(products)
    .where(inArray(products.id, [...ids]))
    .orderBy(asc(products.id));
  return rows.map(productOf);
}

/** The products that have these UPCs, of 14 digits, archived ones included: UPC to product. */
export async function readUpcOwners(
  db: Pick<Database | Transaction, 'select'>,
  codes: readonly string[],
): Promise<Map<string, number>> {
  if (codes.length === 0) return new Map();
  const rows = await db
    .select({ id: products.id, upcCode: products.upcCode })
    .from(products)
    .where(inArray(products.upcCode, codes.flatMap(gtinForms)));
  return new Map(
    rows.flatMap(({ id, upcCode }) => (upcCode === null ? [] : [[upcCode.padStart(14, '0'), id] as const])),
  );
}

/** Reads the products with these numbers, and listed products with these names in any case (`nameKey`). */
export async function readNamedProducts(
  ids: readonly number[],
  names: readonly string[],
): Promise<EditedProduct[]> {
  const rows = await database()
    .select(columns)
    .from(products)
    .where(
      or(
        sql`${products.id} = any(${sql.param([...ids])}::int[])`,
        and(
          isNull(products.archivedAt),
          sql`${nameKeyOf(products.name)} = any(${sql.param([...names])}::text[])`,
        ),
      ),
    );
  return rows.map(productOf);
}
