ALTER TABLE "product_import_rows" DROP COLUMN "changes";--> statement-breakpoint
UPDATE "product_import_rows" SET "plan" = "plan" || jsonb_build_object('onHand',
  coalesce((SELECT "on_hand" FROM "product_stock" WHERE "product_stock"."product_id" = "product_import_rows"."product_id"), 0))
WHERE "plan" IS NOT NULL;
