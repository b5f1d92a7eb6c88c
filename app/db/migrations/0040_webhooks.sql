CREATE TABLE "api_requests" (
	"token_id" uuid NOT NULL,
	"key" uuid NOT NULL,
	"input" text NOT NULL,
	"result" jsonb,
	"answer" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "api_requests_token_id_key_pk" PRIMARY KEY("token_id","key")
);
--> statement-breakpoint
CREATE TABLE "webhook_attempts" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "webhook_attempts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"delivery_id" uuid NOT NULL,
	"status" integer,
	"ms" integer NOT NULL,
	"error" text,
	"answer" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "webhook_deliveries" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"endpoint_id" uuid NOT NULL,
	"message_id" uuid NOT NULL,
	"status" text DEFAULT 'waiting' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp with time zone DEFAULT now(),
	"last_status" integer,
	"last_error" text,
	"last_ms" integer,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "webhook_deliveries_status_check" CHECK ("webhook_deliveries"."status" in ('waiting','delivered','failed')),
	CONSTRAINT "webhook_deliveries_due_check" CHECK (("webhook_deliveries"."due_at" is null) = ("webhook_deliveries"."status" <> 'waiting'))
);
--> statement-breakpoint
CREATE TABLE "webhook_endpoints" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"name" text NOT NULL,
	"url" text NOT NULL,
	"types" text[] NOT NULL,
	"secret" text NOT NULL,
	"former_secret" text,
	"former_until" timestamp with time zone,
	"stopped" text,
	"failing_since" timestamp with time zone,
	"failures" integer DEFAULT 0 NOT NULL,
	"leased_until" timestamp with time zone,
	"woken_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "webhook_endpoints_types_check" CHECK (cardinality("webhook_endpoints"."types") > 0),
	CONSTRAINT "webhook_endpoints_stopped_check" CHECK ("webhook_endpoints"."stopped" in ('staff','gone','failing')),
	CONSTRAINT "webhook_endpoints_former_check" CHECK (("webhook_endpoints"."former_secret" is null) = ("webhook_endpoints"."former_until" is null))
);
--> statement-breakpoint
CREATE TABLE "webhook_messages" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"type" text NOT NULL,
	"payload" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "webhook_notes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "webhook_notes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"product_id" integer NOT NULL,
	"is_facts" boolean NOT NULL
);
--> statement-breakpoint
CREATE TABLE "webhook_products" (
	"product_id" integer PRIMARY KEY NOT NULL,
	"on_menu" boolean NOT NULL,
	"available" integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE "webhook_attempts" ADD CONSTRAINT "webhook_attempts_delivery_id_webhook_deliveries_id_fk" FOREIGN KEY ("delivery_id") REFERENCES "public"."webhook_deliveries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_endpoint_id_webhook_endpoints_id_fk" FOREIGN KEY ("endpoint_id") REFERENCES "public"."webhook_endpoints"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_message_id_webhook_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."webhook_messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "api_requests_created_idx" ON "api_requests" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "webhook_attempts_delivery_idx" ON "webhook_attempts" USING btree ("delivery_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "webhook_deliveries_message_idx" ON "webhook_deliveries" USING btree ("message_id","endpoint_id");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_due_idx" ON "webhook_deliveries" USING btree ("endpoint_id","due_at") WHERE status = 'waiting';--> statement-breakpoint
CREATE INDEX "webhook_deliveries_list_idx" ON "webhook_deliveries" USING btree ("endpoint_id","created_at","id");--> statement-breakpoint
CREATE INDEX "webhook_messages_created_idx" ON "webhook_messages" USING btree ("created_at");--> statement-breakpoint

-- Partners are told of products that changed, whichever command, import or seed changed them (docs/triggers.md). A note
-- commits with the change; it is only inserted, so no sale waits here for another. Without an endpoint nothing is noted.
CREATE FUNCTION note_changed_stock() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO webhook_notes (product_id, is_facts)
    SELECT changed.product_id, false FROM changed JOIN former USING (product_id)
    WHERE EXISTS (SELECT FROM webhook_endpoints)
      AND changed.on_hand - changed.held IS DISTINCT FROM former.on_hand - former.held;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER product_stock_note AFTER UPDATE ON product_stock REFERENCING OLD TABLE AS former NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_changed_stock();--> statement-breakpoint
CREATE FUNCTION note_products() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO webhook_notes (product_id, is_facts)
    SELECT id, true FROM changed WHERE EXISTS (SELECT FROM webhook_endpoints);
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER products_note_inserted AFTER INSERT ON products REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_products();--> statement-breakpoint
CREATE TRIGGER products_note_deleted AFTER DELETE ON products REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_products();--> statement-breakpoint
-- What the API shows of a product. Its units are the stock's, its lot and pictures are no message of their own.
CREATE FUNCTION note_changed_products() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO webhook_notes (product_id, is_facts)
    SELECT changed.id, true FROM changed JOIN former USING (id)
    WHERE EXISTS (SELECT FROM webhook_endpoints)
      AND (changed.name, changed.description, changed.product_type, changed.category_id, changed.retail_price,
        changed.discount, changed.discount_from, changed.discount_until, changed.discount_terms, changed.for_sale,
        changed.archived_at IS NULL, changed.requires_id, changed.strain_name, changed.strain_type, changed.lineage,
        changed.terpenes, changed.thc_basis_points, changed.cbd_basis_points, changed.size, changed.net_weight_mg,
        changed.servings, changed.thc_mg_per_package, changed.cbd_mg_per_package, changed.limit_category,
        changed.limit_mg, changed.upc_code)
      IS DISTINCT FROM
        (former.name, former.description, former.product_type, former.category_id, former.retail_price,
        former.discount, former.discount_from, former.discount_until, former.discount_terms, former.for_sale,
        former.archived_at IS NULL, former.requires_id, former.strain_name, former.strain_type, former.lineage,
        former.terpenes, former.thc_basis_points, former.cbd_basis_points, former.size, former.net_weight_mg,
        former.servings, former.thc_mg_per_package, former.cbd_mg_per_package, former.limit_category,
        former.limit_mg, former.upc_code);
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER products_note_updated AFTER UPDATE ON products REFERENCING OLD TABLE AS former NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_changed_products();
