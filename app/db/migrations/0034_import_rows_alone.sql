ALTER TABLE "product_import_rows" DROP CONSTRAINT "product_import_rows_import_id_product_imports_id_fk";
--> statement-breakpoint
DROP INDEX "audit_log_batch_find_idx";--> statement-breakpoint
DROP INDEX "products_name_words_idx";--> statement-breakpoint
ALTER TABLE "product_import_rows" ADD COLUMN "lot_id" integer;--> statement-breakpoint
CREATE INDEX "audit_log_batch_find_idx" ON "audit_log" USING gin (("action" || ' ' || coalesce("reason", '')) gin_trgm_ops) WHERE "audit_log"."batch_id" is not null and "audit_log"."reason" <> 'CSV import';--> statement-breakpoint
CREATE INDEX "products_name_words_idx" ON "products" USING gin (ts_filter("search", '{a}'));--> statement-breakpoint
-- What an import did is in its own rows: those that can be undone keep their lots, and nothing needs the copies.
UPDATE product_import_rows AS row SET lot_id = (made.after -> 'stock' ->> 'lotId')::int
FROM product_imports AS file JOIN product_batch_rows AS made ON made.batch_id = file.batch_id
WHERE file.id = row.import_id AND made.product_id = row.product_id AND row.plan -> 'stock' ->> 'kind' = 'receive';--> statement-breakpoint
UPDATE product_import_rows
SET lot_id = nextval(pg_get_serial_sequence('lots', 'id'))
WHERE lot_id IS NULL AND plan -> 'stock' ->> 'kind' = 'receive';--> statement-breakpoint
DELETE FROM product_batch_rows USING product_batches WHERE product_batches.id = batch_id AND kind = 'import';--> statement-breakpoint
-- Which texts changed is asked before any is split into words.
CREATE OR REPLACE FUNCTION collect_changed_search_words() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO search_words (word)
  WITH changed AS MATERIALIZED (
    SELECT added.name, added.strain_code, added.strain_type, added.category_id, added.product_type
    FROM added
    JOIN former USING (id)
    WHERE (added.name, added.strain_code, added.strain_type, added.category_id, added.product_type)
      IS DISTINCT FROM (former.name, former.strain_code, former.strain_type, former.category_id, former.product_type)
  )
  SELECT DISTINCT word
  FROM changed
  JOIN categories ON categories.id = category_id
  CROSS JOIN LATERAL search_words_of(
    concat_ws(' ', changed.name, strain_code, strain_type, categories.name, product_type)
  ) AS word
  ORDER BY word
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
