CREATE TABLE "packed_units" (
	"id" uuid PRIMARY KEY NOT NULL,
	"reservation_id" uuid NOT NULL,
	"lot_id" integer NOT NULL,
	"retail_unit" text,
	"packed_by" uuid NOT NULL,
	"packed_by_name" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "lots" ADD COLUMN "shelf_place" text;--> statement-breakpoint
ALTER TABLE "packed_units" ADD CONSTRAINT "packed_units_reservation_id_pickup_reservations_id_fk" FOREIGN KEY ("reservation_id") REFERENCES "public"."pickup_reservations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "packed_units" ADD CONSTRAINT "packed_units_lot_id_lots_id_fk" FOREIGN KEY ("lot_id") REFERENCES "public"."lots"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "packed_units_retail_unit_key" ON "packed_units" USING btree ("retail_unit") WHERE "packed_units"."retail_unit" is not null;--> statement-breakpoint
CREATE INDEX "packed_units_share_idx" ON "packed_units" USING btree ("reservation_id","lot_id");--> statement-breakpoint
CREATE INDEX "lots_package_tag_idx" ON "lots" USING btree (upper("package_tag")) WHERE "lots"."package_tag" is not null;