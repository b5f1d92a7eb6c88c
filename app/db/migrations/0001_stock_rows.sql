-- `createStockRows` inserts a product's stock row.
DROP TRIGGER products_make_stock ON products;--> statement-breakpoint
DROP FUNCTION make_product_stock();--> statement-breakpoint
-- PostgreSQL 18 names not-null constraints. A database from before the baseline has them under the names of two tables
-- and a column that were renamed.
DO $$
DECLARE
  renamed record;
BEGIN
  FOR renamed IN
    SELECT conrelid::regclass AS "table", conname, format('%s_%s_not_null', conrelid::regclass, attname) AS name
    FROM pg_constraint JOIN pg_attribute ON attrelid = conrelid AND attnum = conkey[1]
    WHERE contype = 'n' AND conrelid IN ('events'::regclass, 'idempotency_keys'::regclass)
      AND conname <> format('%s_%s_not_null', conrelid::regclass, attname)
  LOOP
    EXECUTE format('ALTER TABLE %s RENAME CONSTRAINT %I TO %I', renamed."table", renamed.conname, renamed.name);
  END LOOP;
END $$;
