ALTER TABLE "products" ADD COLUMN "low_stock_level" integer;--> statement-breakpoint
CREATE INDEX "products_low_stock_idx" ON "products" USING btree ("id","low_stock_level") WHERE "products"."low_stock_level" is not null;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_low_stock_check" CHECK ("products"."low_stock_level" between 0 and 100000);