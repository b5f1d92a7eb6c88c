ALTER TABLE "orders" ADD COLUMN "packer_id" uuid;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "packer_name" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "arrived_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "arrival_number" smallint;--> statement-breakpoint
CREATE INDEX "orders_arrived_idx" ON "orders" USING btree ("arrived_at") WHERE "orders"."arrived_at" is not null;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_packer_check" CHECK (("orders"."packer_id" is null) = ("orders"."packer_name" is null));--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_arrival_check" CHECK (("orders"."arrived_at" is null) = ("orders"."arrival_number" is null));