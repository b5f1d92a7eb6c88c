ALTER TABLE "pickup_reservations" ADD COLUMN "unit_price" integer;--> statement-breakpoint
ALTER TABLE "pickup_reservations" ADD COLUMN "unit_discount" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "pickup_reservations" ADD COLUMN "discount_taxed" boolean DEFAULT false NOT NULL;