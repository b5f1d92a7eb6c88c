ALTER TABLE "count_rows" ALTER COLUMN "lot_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "count_rows" ADD COLUMN "found_batch" text;--> statement-breakpoint
CREATE UNIQUE INDEX "count_rows_found_key" ON "count_rows" USING btree ("sheet_id","product_id",lower("found_batch")) WHERE "count_rows"."found_batch" is not null;--> statement-breakpoint
ALTER TABLE "count_rows" ADD CONSTRAINT "count_rows_lot_check" CHECK ("count_rows"."lot_id" is not null or "count_rows"."found_batch" is not null);