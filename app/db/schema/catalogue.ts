/** The menu: categories, products and their pictures. Stock lives in inventory.ts. */
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
import { centsColumn, createdAt, idColumn, instant, isOneOf } from './columns.ts';

const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' });
const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' });

export const categories = pgTable('categories', {
  id: integer().primaryKey().generatedByDefaultAsIdentity(),
  name: text().notNull().unique(),
  slug: text().notNull().unique(),
  description: text().notNull().default(''),
  position: smallint().notNull().default(0),
});

/** What staff find a product by: name, strain, its whole name and UPC in one text, which has an index. */
export const productFindText = (
  table: Record<'name' | 'strainCode' | 'strainName' | 'upcCode', AnyPgColumn>,
): SQL =>
  sql`(${table.name} || ' ' || coalesce(${table.strainCode}, '') || ' ' || coalesce(${table.strainName}, '') || ' ' || coalesce(${table.upcCode}, ''))`;

/**
 * An amount, or a word for one: '3.5 g', '1/8 oz', '½ oz', 'Half-Gram', 'a Quarter Ounce', 'an Eighth', '5 × 0.5 g'.
 * Milligrams are none: they say how strong something is.
 */
const amount = String.raw`\d+/\d+|\d*\.?\d+|half|quarter|eighth|one|two|three|four|five|seven|ten|fourteen|an?`;
const weights = [
  String.raw`\m(an?\s+|one\s+|\d+\s*[x×]\s*)?(${amount})(th)?[\s-]*(of\s+an?\s+)?(ounces?|oz|grams?|g|kg|lbs?|pounds?)\M`,
  String.raw`\man?\s+(eighth|quarter|half)\M`,
  String.raw`,\s*(eighth|quarter|half|ounce|gram)\s*$`,
].join('|');
/**
 * At the end of a name '1/8' is a weight as well, of what is sold by weight; but not in 'No. 1/8', 'THC/CBD 1/2', '2 1/2'
 * or '10 mg 1/2', nor of a tincture, whose '1/2' is a ratio. 'Half' and 'Quarter' by themselves can be part of a name.
 */
const bareFraction = [
  String.raw`(?<!\m(no|thc|cbd|cbn|cbg|mg|ratio)\.?[\s,(–—-]*|[#\d/:][\s,(–—-]*)[\s,(–—-]+(1/8|1/4|1/2)(th)?[\s)]*$`,
  String.raw`\m(an?\s+)?eighth[\s)]*$`,
].join('|');
/** What does not tell names apart; 'CBD' and 'CBD+' are not the same. */
const separators = '[\\s!-*,-/:-@\\[-`{-~–—‘’“”]+';
const literal = (text: string) => sql.raw(`'${text}'`);
const plainName = sql`replace(replace(replace(replace(lower(name), '½', '1/2'), '¼', '1/4'), '⅛', '1/8'), '¾', '3/4')`;
const isSoldByWeight = sql`product_type = 'cannabis' and limit_category in ('flower', 'concentrate')`;

/**
 * A number that is the same for products that differ in weight alone: the same name apart from words for weights, the
 * same strain, strain type, product type and category. Null where a name is nothing but a weight. 52 bits of a hash,
 * which JavaScript holds exactly.
 */
const sizeFamily = sql`case when net_weight_mg > 0 then hashtextextended(
  nullif(trim(regexp_replace(regexp_replace(
    case when ${isSoldByWeight} then regexp_replace(${plainName}, ${literal(bareFraction)}, ' ') else ${plainName} end,
    ${literal(weights)}, ' ', 'g'), ${literal(separators)}, ' ', 'g')), '')
  || '|' || lower(coalesce(strain_code, '')) || '|' || coalesce(strain_type, '') || '|' || product_type || '|' || category_id::text,
  0) & 4503599627370495 end`;

/**
 * Something on the menu. Percentages are basis points (24.5 % = 2450), contents are milligrams, prices are
 * cents. `search` is written by a trigger from name, strain and its whole name, size, category, type, description and
 * THC. A product with history is never deleted, it is archived.
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
    /** Off the retail price of one unit, from its first to its last day, both included; store-local yyyy-mm-dd. */
    discount: centsColumn(),
    discountFrom: date({ mode: 'string' }),
    discountUntil: date({ mode: 'string' }),
    discountTerms: text(),
    forSale: boolean().notNull().default(false),
    requiresId: boolean().notNull().default(true),
    /** As cards name it, and written out. */
    strainCode: text(),
    strainName: text(),
    strainType: text({ enum: ['indica', 'sativa', 'hybrid', 'balanced'] }),
    thcBasisPoints: integer(),
    cbdBasisPoints: integer(),
    size: text(),
    netWeightMg: integer(),
    servings: smallint(),
    thcMgPerPackage: integer(),
    cbdMgPerPackage: integer(),
    /** What a unit counts against under the possession limits (docs/law.md, Limits); edibles in mg of THC. */
    limitCategory: text({ enum: limitCategories }),
    limitMg: integer(),
    upcCode: text(),
    biotrackId: text(),
    labTestId: text(),
    /** The same for products that are sizes of one thing; null for what states no weight (decision 35). */
    sizeFamily: bigint({ mode: 'number' }).generatedAlwaysAs(sizeFamily),
    search: tsvector(),
    /** Counts what staff saved of it, so that nobody overwrites what they have not seen. Stock has its own record. */
    version: integer().notNull().default(1),
    archivedAt: instant(),
    createdAt: createdAt(),
    updatedAt: createdAt(),
  },
  (table) => [
    index('products_search_idx').using('gin', table.search),
    // Which products have a word in their name: asked for words that many products share. Weight A is the name's.
    index('products_name_words_idx').using('gin', sql`ts_filter(${table.search}, '{a}')`),
    // The inventory's list: by name within a category or type, by price, by age, and by a part of what names it.
    index('products_category_idx').on(table.categoryId, table.name, table.id),
    index('products_type_idx').on(table.productType, table.name, table.id),
    index('products_name_idx').on(table.name, table.id),
    index('products_price_idx').on(table.retailPrice, table.id),
    index('products_created_idx').on(table.createdAt, table.id),
    // Few are off sale or archived; walking every name to find them would be slow.
    index('products_off_sale_idx').on(table.name, table.id).where(sql`not ${table.forSale}`),
    index('products_archived_idx').on(table.name, table.id).where(sql`${table.archivedAt} is not null`),
    index('products_find_idx').using('gin', sql`${productFindText(table)} gin_trgm_ops`),
    uniqueIndex('products_upc_key').on(table.upcCode).where(sql`${table.upcCode} is not null`),
    // What Edit Product says is shown together.
    index('products_size_family_idx').on(table.sizeFamily).where(sql`${table.sizeFamily} is not null`),
    check('products_retail_price_check', sql`${table.retailPrice} between 0 and 100000000`),
    check('products_wholesale_price_check', sql`${table.wholesalePrice} between 0 and 100000000`),
    // Whether it is less than the price is asked when it is used: bulk changes and imports move the price alone.
    check(
      'products_discount_check',
      sql`${table.discount} is null or (${table.discount} > 0 and ${table.discountFrom} <= ${table.discountUntil} and ${table.discountTerms} <> '') is true`,
    ),
    check('products_thc_check', sql`${table.thcBasisPoints} between 0 and 10000`),
    check('products_cbd_check', sql`${table.cbdBasisPoints} between 0 and 10000`),
    check(
      'products_limit_check',
      sql`not (${table.forSale} and ${table.productType} = 'cannabis') or (${table.limitCategory} is not null and ${table.limitMg} > 0)`,
    ),
  ],
);

/** Pictures in order; the first is the product's `image_url` of the specification. `key` names it in file storage. */
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
    /** The color that stands in its place until it is there: '#dde6df'. Null for what was stored before tints were. */
    tint: text(),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('product_images_position_key').on(table.productId, table.position),
    check('product_images_tint_check', sql`${table.tint} ~ '^#[0-9a-f]{6}$'`),
  ],
);

/**
 * Every word customers may search for: letters a to z and digits. Each instance keeps them in memory to find what a
 * misspelt one was meant to be. Filled by the search trigger.
 */
export const searchWords = pgTable('search_words', { word: text().primaryKey() });

/** Many products changed by one person at once. It can be undone once, by whoever may change products. */
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
 * What a batch did to one product: the columns it wrote, as they were and as it left them (`after` is null where the
 * product was deleted). Of an import its own rows say that. `productId` carries no foreign key, because the row
 * outlives a product that was deleted.
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
 * A CSV file of products on its way into the inventory: read, looked at, applied, perhaps undone. The row stays after
 * the file is gone, because the columns that were chosen for a header are offered again.
 */
export const productImports = pgTable(
  'product_imports',
  {
    id: idColumn(),
    actorId: uuid().notNull(),
    status: text({ enum: importStatuses }).notNull().default('reading'),
    encoding: text().notNull(),
    /** The file's first line, and its names in one text, by which the same kind of file is known again. */
    header: jsonb().notNull(),
    headerKey: text().notNull(),
    /** Which column is which field, and what new products begin with. */
    mapping: jsonb().notNull(),
    options: jsonb().notNull(),
    /** Rows of the file without its header. */
    total: integer().notNull(),
    /** Counts the previews: what is applied is the one that was seen. */
    preview: integer().notNull().default(0),
    /** Rows by outcome, and with a warning; null until there is a preview. */
    counts: jsonb(),
    /** The settings that the preview was judged by. */
    rules: text(),
    previewedAt: instant(),
    /** Whether products had changed when it was to be applied, so that it is shown anew. */
    movedOn: boolean().notNull().default(false),
    /** Rows done of the work under way. */
    done: integer().notNull().default(0),
    /** The line of the file up to which the work under way is committed; null before its first commit. */
    writtenUpTo: integer(),
    batchId: uuid(),
    /** Rows that the work had to leave: stock that could not be written, or what the undo could not bring back. */
    left: integer().notNull().default(0),
    createdAt: createdAt(),
  },
  (table) => [
    index('product_imports_actor_idx').on(table.actorId, table.createdAt.desc()),
    index('product_imports_header_idx').on(table.headerKey, table.createdAt.desc()),
    check('product_imports_status_check', isOneOf(table.status, importStatuses)),
  ],
);

/** The file as it came, in pieces, so that any instance reads it and none holds it. Removed after two days. */
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
 * What the preview says of one row. `plan` is what applying it writes, and what an undo takes back; `cells` are kept of
 * rejected and dropped rows, to be handed back. `line` is the line of the file on which the row begins. `importId` has
 * no foreign key: a hundred thousand checks of one and the same import, which is told its progress meanwhile, would
 * take a second. `cleanUpImports` removes the rows before their import.
 */
export const productImportRows = pgTable(
  'product_import_rows',
  {
    importId: uuid().notNull(),
    line: integer().notNull(),
    outcome: text({ enum: importOutcomes }).notNull(),
    name: text().notNull(),
    /** The product's number; of a new one the number it will have. */
    productId: integer(),
    /** Of a lot that the row receives the number it will have. */
    lotId: integer(),
    /** As the product was when the preview was made. */
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
