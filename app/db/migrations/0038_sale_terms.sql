ALTER TABLE "product_imports" ADD COLUMN "written_up_to" integer;--> statement-breakpoint
-- A sale reads its products under the lock on their stock, so a change of what they are sold at takes that lock. A
-- change of many products instead waits once for every sale under way, as its last step (app/db/advisory-locks.ts,
-- `saleTerms`): one wait for each product would hold up all the others. The discount is part of the price.
CREATE OR REPLACE FUNCTION lock_stock_of_products() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF current_setting('farmgate.waits_for_sales', true) = 'on' THEN RETURN NULL; END IF;
  PERFORM FROM product_stock WHERE product_id IN (
    SELECT id FROM changed JOIN former USING (id)
    WHERE (changed.retail_price, changed.discount, changed.discount_from, changed.discount_until, changed.discount_terms, changed.for_sale, changed.archived_at, changed.requires_id, changed.product_type, changed.tax_class, changed.limit_category, changed.limit_mg)
      IS DISTINCT FROM (former.retail_price, former.discount, former.discount_from, former.discount_until, former.discount_terms, former.for_sale, former.archived_at, former.requires_id, former.product_type, former.tax_class, former.limit_category, former.limit_mg)
  ) ORDER BY product_id FOR NO KEY UPDATE;
  RETURN NULL;
END $$;
