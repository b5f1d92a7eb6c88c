CREATE TABLE "order_receipts" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"order_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"file_key" text NOT NULL,
	"requested_by" uuid NOT NULL,
	"stored_at" timestamp with time zone,
	"failed_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "order_receipts_fileKey_unique" UNIQUE("file_key")
);
--> statement-breakpoint
DROP INDEX "pickup_reservations_created_at_idx";--> statement-breakpoint
DROP INDEX "pickup_reservations_status_idx";--> statement-breakpoint
DROP INDEX "pickup_reservations_product_idx";--> statement-breakpoint
ALTER TABLE "order_receipts" ADD CONSTRAINT "order_receipts_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "order_receipts_version_key" ON "order_receipts" USING btree ("order_id","version");--> statement-breakpoint
CREATE INDEX "pickup_reservations_created_at_idx" ON "pickup_reservations" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "pickup_reservations_status_idx" ON "pickup_reservations" USING btree ("status","created_at","id");--> statement-breakpoint
CREATE INDEX "pickup_reservations_product_idx" ON "pickup_reservations" USING btree ("product_id","created_at","id");