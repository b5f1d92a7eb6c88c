CREATE TABLE "price_changes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "price_changes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"product_id" integer NOT NULL,
	"price_before" integer NOT NULL,
	"discount_before" integer,
	"discount_from_before" date,
	"discount_until_before" date,
	"price_after" integer NOT NULL,
	"discount_after" integer,
	"discount_from_after" date,
	"discount_until_after" date,
	"started_at" timestamp with time zone DEFAULT now() NOT NULL,
	"changed_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "corrected_lines" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "corrected_lines_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"correction_id" uuid NOT NULL,
	"reservation_id" uuid NOT NULL,
	"units" integer NOT NULL,
	"amount" integer NOT NULL,
	"tax" integer NOT NULL,
	"status" text DEFAULT 'waiting' NOT NULL,
	"refund_id" uuid,
	"settled_at" timestamp with time zone,
	"settled_by_name" text,
	CONSTRAINT "corrected_lines_refundId_unique" UNIQUE("refund_id"),
	CONSTRAINT "corrected_lines_amount_check" CHECK ("corrected_lines"."amount" >= 0 and "corrected_lines"."tax" >= 0),
	CONSTRAINT "corrected_lines_units_check" CHECK ("corrected_lines"."units" > 0),
	CONSTRAINT "corrected_lines_status_check" CHECK ("corrected_lines"."status" in ('waiting','lowered','owed','paid','noted','nothing','undone')),
	CONSTRAINT "corrected_lines_paid_check" CHECK (("corrected_lines"."status" = 'paid') = ("corrected_lines"."refund_id" is not null))
);
--> statement-breakpoint
CREATE TABLE "price_corrections" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"number" integer GENERATED ALWAYS AS IDENTITY (sequence name "price_corrections_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"key" uuid NOT NULL,
	"product_id" integer NOT NULL,
	"from_at" timestamp with time zone NOT NULL,
	"until_at" timestamp with time zone NOT NULL,
	"wrong_price" integer,
	"right_price" integer NOT NULL,
	"lot_id" integer,
	"way" text,
	"settlement" text NOT NULL,
	"tells" boolean NOT NULL,
	"status" text DEFAULT 'running' NOT NULL,
	"reason" text NOT NULL,
	"started_by" uuid NOT NULL,
	"started_by_name" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"done_at" timestamp with time zone,
	"undone_at" timestamp with time zone,
	"undone_by_name" text,
	CONSTRAINT "price_corrections_number_unique" UNIQUE("number"),
	CONSTRAINT "price_corrections_key_unique" UNIQUE("key"),
	CONSTRAINT "price_corrections_span_check" CHECK ("price_corrections"."from_at" < "price_corrections"."until_at"),
	CONSTRAINT "price_corrections_price_check" CHECK ("price_corrections"."right_price" >= 0 and ("price_corrections"."wrong_price" is null or "price_corrections"."wrong_price" > "price_corrections"."right_price")),
	CONSTRAINT "price_corrections_way_check" CHECK ("price_corrections"."way" in ('online','counter','offline')),
	CONSTRAINT "price_corrections_settlement_check" CHECK ("price_corrections"."settlement" in ('visit','noted')),
	CONSTRAINT "price_corrections_status_check" CHECK ("price_corrections"."status" in ('running','done','undone')),
	CONSTRAINT "price_corrections_undone_check" CHECK (("price_corrections"."status" = 'undone') = ("price_corrections"."undone_at" is not null) and num_nulls("price_corrections"."undone_at", "price_corrections"."undone_by_name") in (0, 2))
);
--> statement-breakpoint
ALTER TABLE "corrected_lines" ADD CONSTRAINT "corrected_lines_correction_id_price_corrections_id_fk" FOREIGN KEY ("correction_id") REFERENCES "public"."price_corrections"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "corrected_lines" ADD CONSTRAINT "corrected_lines_reservation_id_pickup_reservations_id_fk" FOREIGN KEY ("reservation_id") REFERENCES "public"."pickup_reservations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "corrected_lines" ADD CONSTRAINT "corrected_lines_refund_id_refunds_id_fk" FOREIGN KEY ("refund_id") REFERENCES "public"."refunds"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "price_corrections" ADD CONSTRAINT "price_corrections_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "price_corrections" ADD CONSTRAINT "price_corrections_lot_id_lots_id_fk" FOREIGN KEY ("lot_id") REFERENCES "public"."lots"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "price_changes_product_idx" ON "price_changes" USING btree ("product_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "corrected_lines_key" ON "corrected_lines" USING btree ("correction_id","reservation_id");--> statement-breakpoint
CREATE INDEX "corrected_lines_reservation_idx" ON "corrected_lines" USING btree ("reservation_id");--> statement-breakpoint
CREATE INDEX "corrected_lines_waiting_idx" ON "corrected_lines" USING btree ("correction_id","id") WHERE "corrected_lines"."status" = 'waiting';--> statement-breakpoint
CREATE INDEX "price_corrections_product_idx" ON "price_corrections" USING btree ("product_id","number");--> statement-breakpoint

-- What a price was, from when until when, whichever command, import or undo changed it (docs/triggers.md). A row commits with the change.
CREATE FUNCTION note_price_changes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO price_changes (product_id, price_before, discount_before, discount_from_before, discount_until_before,
    price_after, discount_after, discount_from_after, discount_until_after)
    SELECT changed.id, former.retail_price, former.discount, former.discount_from, former.discount_until,
      changed.retail_price, changed.discount, changed.discount_from, changed.discount_until
    FROM changed JOIN former USING (id)
    WHERE (changed.retail_price, changed.discount, changed.discount_from, changed.discount_until)
      IS DISTINCT FROM (former.retail_price, former.discount, former.discount_from, former.discount_until);
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER products_note_price AFTER UPDATE ON products REFERENCING OLD TABLE AS former NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_price_changes();
