CREATE TABLE "state_deliveries" (
	"id" text PRIMARY KEY NOT NULL,
	"manifest" text NOT NULL,
	"shipper" text NOT NULL,
	"shipper_license" text NOT NULL,
	"expected_at" text,
	"received_at" timestamp with time zone,
	"is_voided" boolean DEFAULT false NOT NULL,
	"read_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "state_delivery_packages" (
	"delivery_id" text NOT NULL,
	"tag" text NOT NULL,
	"position" integer NOT NULL,
	"item" text NOT NULL,
	"state" text NOT NULL,
	"quantity" integer,
	"shipped" integer,
	"unit" text NOT NULL,
	"test_state" text NOT NULL,
	"has_passed" boolean NOT NULL,
	"packaged_on" date,
	"expires_on" date,
	"wholesale" integer,
	CONSTRAINT "state_delivery_packages_delivery_id_tag_pk" PRIMARY KEY("delivery_id","tag")
);
--> statement-breakpoint
CREATE TABLE "state_holds" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"lot_id" integer NOT NULL,
	"tag" text NOT NULL,
	"reasons" text[] NOT NULL,
	"took_off_sale" boolean NOT NULL,
	"started_at" timestamp with time zone DEFAULT now() NOT NULL,
	"told_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"end_told_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "state_items" (
	"item" text PRIMARY KEY NOT NULL,
	"product_id" integer NOT NULL,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "state_lots" (
	"lot_id" integer PRIMARY KEY NOT NULL,
	"tag" text NOT NULL,
	"delivery_id" text,
	"tested_on" date,
	"lacks" text[] DEFAULT '{}' NOT NULL,
	"made_by" uuid NOT NULL,
	"made_by_name" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "state_reads" (
	"kind" text PRIMARY KEY NOT NULL,
	"place" text NOT NULL,
	"read_at" timestamp with time zone NOT NULL,
	CONSTRAINT "state_reads_kind_check" CHECK ("state_reads"."kind" in ('packages','deliveries'))
);
--> statement-breakpoint
CREATE TABLE "tracked_packages" (
	"tag" text PRIMARY KEY NOT NULL,
	"item" text NOT NULL,
	"quantity" integer,
	"unit" text NOT NULL,
	"test_state" text NOT NULL,
	"has_passed" boolean NOT NULL,
	"is_on_hold" boolean DEFAULT false NOT NULL,
	"is_on_recall" boolean DEFAULT false NOT NULL,
	"is_investigated" boolean DEFAULT false NOT NULL,
	"is_finished" boolean DEFAULT false NOT NULL,
	"read_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "state_delivery_packages" ADD CONSTRAINT "state_delivery_packages_delivery_id_state_deliveries_id_fk" FOREIGN KEY ("delivery_id") REFERENCES "public"."state_deliveries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "state_holds" ADD CONSTRAINT "state_holds_lot_id_lots_id_fk" FOREIGN KEY ("lot_id") REFERENCES "public"."lots"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "state_items" ADD CONSTRAINT "state_items_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "state_lots" ADD CONSTRAINT "state_lots_lot_id_lots_id_fk" FOREIGN KEY ("lot_id") REFERENCES "public"."lots"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "state_lots" ADD CONSTRAINT "state_lots_delivery_id_state_deliveries_id_fk" FOREIGN KEY ("delivery_id") REFERENCES "public"."state_deliveries"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "state_deliveries_coming_idx" ON "state_deliveries" USING btree ("expected_at","id") WHERE "state_deliveries"."received_at" is null;--> statement-breakpoint
CREATE INDEX "state_deliveries_received_idx" ON "state_deliveries" USING btree ("received_at","id");--> statement-breakpoint
CREATE INDEX "state_delivery_packages_tag_idx" ON "state_delivery_packages" USING btree ("tag");--> statement-breakpoint
CREATE UNIQUE INDEX "state_holds_open_key" ON "state_holds" USING btree ("lot_id") WHERE "state_holds"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "state_holds_lot_idx" ON "state_holds" USING btree ("lot_id","started_at");--> statement-breakpoint
CREATE INDEX "state_holds_untold_idx" ON "state_holds" USING btree ("started_at") WHERE "state_holds"."told_at" is null or ("state_holds"."ended_at" is not null and "state_holds"."end_told_at" is null);--> statement-breakpoint
CREATE INDEX "state_items_product_idx" ON "state_items" USING btree ("product_id");--> statement-breakpoint
CREATE INDEX "state_lots_delivery_idx" ON "state_lots" USING btree ("delivery_id");--> statement-breakpoint
CREATE INDEX "state_lots_tag_idx" ON "state_lots" USING btree ("tag");--> statement-breakpoint
CREATE INDEX "tracked_packages_held_idx" ON "tracked_packages" USING btree ("tag") WHERE not "tracked_packages"."has_passed" or "tracked_packages"."is_on_hold" or "tracked_packages"."is_on_recall" or "tracked_packages"."is_investigated";--> statement-breakpoint
CREATE INDEX "tracked_packages_active_idx" ON "tracked_packages" USING btree ("item","tag") WHERE not "tracked_packages"."is_finished";