CREATE TABLE "walk_in_ids" (
	"day" date NOT NULL,
	"id_hash" text NOT NULL,
	"user_id" uuid NOT NULL,
	CONSTRAINT "walk_in_ids_day_id_hash_pk" PRIMARY KEY("day","id_hash")
);
--> statement-breakpoint
CREATE TABLE "walk_ins" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"key" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"id_kind" text NOT NULL,
	"issuer" text NOT NULL,
	"expires_on" date NOT NULL,
	"checked_by" uuid NOT NULL,
	"checked_by_name" text NOT NULL,
	"units" jsonb NOT NULL,
	"order_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"touched_at" timestamp with time zone NOT NULL,
	CONSTRAINT "walk_ins_key_unique" UNIQUE("key"),
	CONSTRAINT "walk_ins_orderId_unique" UNIQUE("order_id"),
	CONSTRAINT "walk_ins_id_kind_check" CHECK ("walk_ins"."id_kind" in ('driver_license','state_id','passport','military_id'))
);
--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "is_walk_in" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "walk_ins" ADD CONSTRAINT "walk_ins_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "walk_ins" ADD CONSTRAINT "walk_ins_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "walk_ins_touched_idx" ON "walk_ins" USING btree ("touched_at");--> statement-breakpoint
CREATE INDEX "orders_walk_in_idx" ON "orders" USING btree ("updated_at") WHERE "orders"."is_walk_in" and "orders"."status" in ('pending','confirmed','packing','ready');