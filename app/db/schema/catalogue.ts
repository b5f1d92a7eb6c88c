/** The menu: categories, products and their pictures. Stock is in stock.ts. */
import { type SQL, sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  bigint,
  boolean,
  check,
  customType,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { importOutcomes, importStatuses, limitCategories, productBatchKinds } from '#kernel/statuses.ts';
import { bytea, centsColumn, createdAt, idColumn, instant, isOneOf } from './columns.ts';

const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' });

export const categories = pgTable('categories', {
  id: integer().primaryKey().generatedByDefaultAsIdentity(),
  name: text().notNull().unique(),
  slug: text().notNull().unique(),
  description: text().notNull().default(''),
  /**
   * When it was archived. Its name and address stay taken. Not called archived_at: queries that join categories with
   * products, also those of the version before, mean the product's.
   */
  offMenuSince: instant(),
  /** The category that it was merged into: its address leads there while it is off the menu. */
  mergedInto: integer().references((): AnyPgColumn => categories.id),
});

/** The text by which staff find a product: name, strain, full strain name and UPC in one indexed text. */
export const productFindText = (
  table: Record<'name' | 'strainCode' | 'strainName' | 'upcCode', AnyPgColumn>,
): SQL =>
  sql`(${table.name} || ' ' || coalesce(${table.strainCode}, '') || ' ' || coalesce(${table.strainName}, '') || ' ' || coalesce(${table.upcCode}, ''))`;

/** Names that differ in case and spaces are one to people, so an import finds them so. */
export const nameKeyOf = (name: SQL | AnyPgColumn): SQL =>
  sql`lower(regexp_replace(${name}, '\\s+', ' ', 'g'))`;

/**
 * An amount, as a number or a word: '3.5 g', '1/8 oz', '½ oz', 'Half-Gram', 'a Quarter Ounce', 'an Eighth', '5 × 0.5
 * g'. Milligrams do not count: they give the strength.
 */
const amount = String.raw`\d+/\d+|\d*\.?\d+|half|quarter|eighth|one|two|three|four|five|seven|ten|fourteen|an?`;
const weights = [
  String.raw`\m(an?\s+|one\s+|\d+\s*[x×]\s*)?(${amount})(th)?[\s-]*(of\s+an?\s+)?(ounces?|oz|grams?|g|kg|lbs?|pounds?)\M`,
  String.raw`\man?\s+(eighth|quarter|half)\M`,
  String.raw`,\s*(eighth|quarter|half|ounce|gram)\s*$`,
].join('|');
/**
 * For products sold by weight, '1/8' at the end of a name is a weight too; but not in 'No. 1/8', 'THC/CBD 1/2', '2 1/2'
 * or '10 mg 1/2', nor for a tincture, whose '1/2' is a ratio. 'Half' and 'Quarter' alone can be part of a name.
 */
const bareFraction = [
  String.raw`(?<!\m(no|thc|cbd|cbn|cbg|mg|ratio)\.?[\s,(–—-]*|[#\d/:][\s,(–—-]*)[\s,(–—-]+(1/8|1/4|1/2)(th)?[\s)]*$`,
  String.raw`\m(an?\s+)?eighth[\s)]*$`,
].join('|');
/** Characters that do not distinguish names; 'CBD' and 'CBD+' are different. */
const separators = '[\\s!-*,-/:-@\\[-`{-~–—‘’“”]+';
const literal = (text: string) => sql.raw(`'${text}'`);
const plainName = sql`replace(replace(replace(replace(lower(name), '½', '1/2'), '¼', '1/4'), '⅛', '1/8'), '¾', '3/4')`;
const isSoldByWeight = sql`product_type = 'cannabis' and limit_category in ('flower', 'concentrate')`;

/**
 * A number shared by products that differ only in weight: same name apart from words for weights, same strain, strain
 * type, product type and category. Null when a name is only a weight. 52 bits of a hash, which JavaScript represents
 * exactly.
 */
const sizeFamily = sql`case when net_weight_mg > 0 then hashtextextended(
  nullif(trim(regexp_replace(regexp_replace(
    case when ${isSoldByWeight} then regexp_replace(${plainName}, ${literal(bareFraction)}, ' ') else ${plainName} end,
    ${literal(weights)}, ' ', 'g'), ${literal(separators)}, ' ', 'g')), '')
  || '|' || lower(coalesce(strain_code, '')) || '|' || coalesce(strain_type, '') || '|' || product_type || '|' || category_id::text,
  0) & 4503599627370495 end`;

/**
 * Something on the menu. Percentages are basis points (24.5 % = 2450), contents are milligrams, prices are cents. A
 * trigger writes `search` from the name, strain and full strain name, size, category, type, description and THC. A
 * product with history is archived, never deleted.
 */
export const products = pgTable(
  'products',
  {
    id: integer().primaryKey().generatedByDefaultAsIdentity(),
    name: text().notNull(),
    description: text().notNull().default(''),
    cannabisContent: text(),
    productType: text().notNull(),
    categoryId: integer()
      .notNull()
      .references(() => categories.id),
    taxClass: text().notNull(),
    retailPrice: centsColumn().notNull(),
    wholesalePrice: centsColumn().notNull().default(0),
    /**
     * Cents off the retail price of one unit, from the first to the last day, both included; store-local yyyy-mm-dd.
     */
    discount: centsColumn(),
    discountFrom: date({ mode: 'string' }),
    discountUntil: date({ mode: 'string' }),
    discountTerms: text(),
    forSale: boolean().notNull().default(false),
    requiresId: boolean().notNull().default(true),
    /** The strain as cards abbreviate it, and its full name. */
    strainCode: text(),
    strainName: text(),
    /** 'Afghan × Thai' and 'Myrcene 0.8%, limonene 0.4%', as staff write them; facts, never effects. */
    lineage: text(),
    terpenes: text(),
    strainType: text({ enum: ['indica', 'sativa', 'hybrid', 'balanced'] }),
    thcBasisPoints: integer(),
    cbdBasisPoints: integer(),
    size: text(),
    netWeightMg: integer(),
    servings: smallint(),
    thcMgPerPackage: integer(),
    cbdMgPerPackage: integer(),
    /** What a unit counts toward the possession limits (docs/law.md, Limits); edibles in mg of THC. */
    limitCategory: text({ enum: limitCategories }),
    limitMg: integer(),
    /** This many units available, or fewer, count as low stock; null for the store's level. */
    lowStockLevel: integer(),
    upcCode: text(),
    biotrackId: text(),
    labTestId: text(),
    /** Equal for products that are sizes of the same thing; null without a weight (decision 35). */
    sizeFamily: bigint({ mode: 'number' }).generatedAlwaysAs(sizeFamily),
    search: tsvector(),
    /**
     * Counts saves by staff, so that a save cannot overwrite changes its author has not seen. Stock is versioned
     * separately.
     */
    version: integer().notNull().default(1),
    archivedAt: instant(),
    createdAt: createdAt(),
    updatedAt: createdAt(),
  },
  (table) => [
    index('products_search_idx').using('gin', table.search),
    // Finds products with a word in their name, for words that many products share. Weight A is the name's.
    index('products_name_words_idx').using('gin', sql`ts_filter(${table.search}, '{a}')`),
    // The inventory list: by name within a category or type, by price, by age, and by part of the searchable text.
    index('products_category_idx').on(table.categoryId, table.name, table.id),
    index('products_type_idx').on(table.productType, table.name, table.id),
    index('products_name_idx').on(table.name, table.id),
    index('products_name_key_idx').on(nameKeyOf(table.name)),
    index('products_price_idx').on(table.retailPrice, table.id),
    index('products_created_idx').on(table.createdAt, table.id),
    // Few products are off sale or archived; scanning every name to find them would be slow.
    index('products_off_sale_idx').on(table.name, table.id).where(sql`not ${table.forSale}`),
    index('products_archived_idx').on(table.name, table.id).where(sql`${table.archivedAt} is not null`),
    index('products_find_idx').using('gin', sql`${productFindText(table)} gin_trgm_ops`),
    uniqueIndex('products_upc_key').on(table.upcCode).where(sql`${table.upcCode} is not null`),
    // Few products have a level of their own: the lists of low stock read those, not every product.
    index('products_low_stock_idx')
      .on(table.id, table.lowStockLevel)
      .where(sql`${table.lowStockLevel} is not null`),
    // Lists the sizes that Edit Product groups together.
    index('products_size_family_idx').on(table.sizeFamily).where(sql`${table.sizeFamily} is not null`),
    check('products_retail_price_check', sql`${table.retailPrice} between 0 and 100000000`),
    check('products_wholesale_price_check', sql`${table.wholesalePrice} between 0 and 100000000`),
    // Reads check that the discount is below the price: bulk changes and imports set only the price.
    check(
      'products_discount_check',
      sql`${table.discount} is null or (${table.discount} > 0 and ${table.discountFrom} <= ${table.discountUntil} and ${table.discountTerms} <> '') is true`,
    ),
    check('products_low_stock_check', sql`${table.lowStockLevel} between 0 and 100000`),
    check('products_thc_check', sql`${table.thcBasisPoints} between 0 and 10000`),
    check('products_cbd_check', sql`${table.cbdBasisPoints} between 0 and 10000`),
    check(
      'products_limit_check',
      sql`not (${table.forSale} and ${table.productType} = 'cannabis') or (${table.limitCategory} is not null and ${table.limitMg} > 0)`,
    ),
  ],
);

/** Pictures in order; the first is the specification's `image_url`. `key` names the file in file storage. */
export const productImages = pgTable(
  'product_images',
  {
    id: integer().primaryKey().generatedByDefaultAsIdentity(),
    productId: integer()
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
    position: smallint().notNull().default(0),
    key: text().notNull(),
    alt: text().notNull().default(''),
    /**
     * The placeholder color shown until the picture loads: '#dde6df'. Null for pictures stored before tints existed.
     */
    tint: text(),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('product_images_position_key').on(table.productId, table.position),
    check('product_images_tint_check', sql`${table.tint} ~ '^#[0-9a-f]{6}$'`),
  ],
);

/**
 * Every word customers may search for: letters a to z and digits. Each instance caches them in memory to correct
 * misspellings. The search trigger fills this table.
 */
export const searchWords = pgTable('search_words', { word: text().primaryKey() });

/**
 * What a price or a discount was before a change, and after. A trigger writes it, whichever command, import or undo
 * made the change (docs/triggers.md): the audit log has texts, and no values for what was undone. `startedAt` is when
 * the transaction began: its entry in the audit log has the same moment and says who it was. No foreign key: the row
 * outlives a deleted product.
 */
export const priceChanges = pgTable(
  'price_changes',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    productId: integer().notNull(),
    priceBefore: centsColumn().notNull(),
    discountBefore: centsColumn(),
    discountFromBefore: date({ mode: 'string' }),
    discountUntilBefore: date({ mode: 'string' }),
    priceAfter: centsColumn().notNull(),
    discountAfter: centsColumn(),
    discountFromAfter: date({ mode: 'string' }),
    discountUntilAfter: date({ mode: 'string' }),
    startedAt: createdAt(),
    /** When it was written, under the lock that sales wait for. */
    changedAt: instant().notNull().default(sql`clock_timestamp()`),
  },
  (table) => [index('price_changes_product_idx').on(table.productId, table.id)],
);

/** A change to many products at once by one person. Anyone who may change products can undo it, once. */
export const productBatches = pgTable(
  'product_batches',
  {
    id: idColumn(),
    kind: text({ enum: productBatchKinds }).notNull(),
    actorId: uuid().notNull(),
    createdAt: createdAt(),
    undoneAt: instant(),
  },
  (table) => [
    index('product_batches_actor_idx').on(table.actorId, table.createdAt.desc()),
    check('product_batches_kind_check', isOneOf(table.kind, productBatchKinds)),
  ],
);

/**
 * What a batch did to one product: the columns it wrote, before and after (`after` is null if the product was deleted).
 * Imports record this in their own rows. `productId` has no foreign key, because the row outlives a deleted product.
 */
export const productBatchRows = pgTable(
  'product_batch_rows',
  {
    batchId: uuid()
      .notNull()
      .references(() => productBatches.id, { onDelete: 'cascade' }),
    productId: integer().notNull(),
    before: jsonb(),
    after: jsonb(),
  },
  (table) => [primaryKey({ columns: [table.batchId, table.productId] })],
);

/**
 * The import of a CSV file of products: read, previewed, applied, possibly undone. The row remains after the file is
 * deleted, because the columns chosen for a header are suggested again.
 */
export const productImports = pgTable(
  'product_imports',
  {
    id: idColumn(),
    actorId: uuid().notNull(),
    status: text({ enum: importStatuses }).notNull().default('reading'),
    encoding: text().notNull(),
    /** The file's first line, and its names in one text that identifies files of the same kind. */
    header: jsonb().notNull(),
    headerKey: text().notNull(),
    /** The field for each column, and the defaults for new products. */
    mapping: jsonb().notNull(),
    options: jsonb().notNull(),
    /** Rows in the file, without its header. */
    total: integer().notNull(),
    /** Counts the previews, so that only the preview that staff saw is applied. */
    preview: integer().notNull().default(0),
    /** Row counts by outcome, and with a warning; null until there is a preview. */
    counts: jsonb(),
    /** The settings that the preview was based on. */
    rules: text(),
    previewedAt: instant(),
    /** Whether products had changed by the time it was applied, so that the preview is shown again. */
    movedOn: boolean().notNull().default(false),
    /** Rows processed by the current work. */
    done: integer().notNull().default(0),
    /** The line of the file up to which the current work is committed; null before its first commit. */
    writtenUpTo: integer(),
    batchId: uuid(),
    /** Rows that the work skipped: stock that could not be written, or changes that the undo could not restore. */
    left: integer().notNull().default(0),
    createdAt: createdAt(),
  },
  (table) => [
    index('product_imports_actor_idx').on(table.actorId, table.createdAt.desc()),
    index('product_imports_header_idx').on(table.headerKey, table.createdAt.desc()),
    check('product_imports_status_check', isOneOf(table.status, importStatuses)),
  ],
);

/**
 * The uploaded file, in pieces, so that any instance can read it without holding all of it in memory. Deleted after two
 * days.
 */
export const productImportPieces = pgTable(
  'product_import_pieces',
  {
    importId: uuid()
      .notNull()
      .references(() => productImports.id, { onDelete: 'cascade' }),
    position: integer().notNull(),
    bytes: bytea().notNull(),
  },
  (table) => [primaryKey({ columns: [table.importId, table.position] })],
);

/**
 * The preview of one row. `plan` is what applying it writes and what an undo reverts; `cells` are saved for rejected
 * and dropped rows, so that they can be downloaded. `line` is the line of the file where the row starts. `importId` has
 * no foreign key: a hundred thousand checks of the same import, whose progress is updated at the same time, would take
 * a second. `cleanUpImports` deletes the rows before their import.
 */
export const productImportRows = pgTable(
  'product_import_rows',
  {
    importId: uuid().notNull(),
    line: integer().notNull(),
    outcome: text({ enum: importOutcomes }).notNull(),
    name: text().notNull(),
    /** The product's ID; for a new product, its future ID. */
    productId: integer(),
    /** The future ID of the lot that the row receives. */
    lotId: integer(),
    /** The product's version when the preview was made. */
    version: integer(),
    reasons: text().array().notNull(),
    warnings: text().array().notNull(),
    plan: jsonb(),
    cells: text().array(),
  },
  (table) => [
    primaryKey({ columns: [table.importId, table.line] }),
    index('product_import_rows_outcome_idx').on(table.importId, table.outcome, table.line),
    check('product_import_rows_outcome_check', isOneOf(table.outcome, importOutcomes)),
  ],
);
