ALTER TABLE "products" ADD COLUMN "lineage" text;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "terpenes" text;