CREATE TABLE "product_batch_rows" (
	"batch_id" uuid NOT NULL,
	"product_id" integer NOT NULL,
	"before" jsonb,
	"after" jsonb,
	CONSTRAINT "product_batch_rows_batch_id_product_id_pk" PRIMARY KEY("batch_id","product_id")
);
--> statement-breakpoint
CREATE TABLE "product_batches" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"kind" text NOT NULL,
	"actor_id" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"undone_at" timestamp with time zone,
	CONSTRAINT "product_batches_kind_check" CHECK ("product_batches"."kind" in ('edit','delete'))
);
--> statement-breakpoint
CREATE TABLE "staff_invitations" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"email" text NOT NULL,
	"role" text NOT NULL,
	"invited_by" uuid NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "staff_invitations_role_check" CHECK ("staff_invitations"."role" in ('user','staff','admin'))
);
--> statement-breakpoint
CREATE TABLE "customer_notes" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"user_id" uuid NOT NULL,
	"author_id" uuid NOT NULL,
	"author_name" text NOT NULL,
	"note" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
DROP INDEX "customer_profiles_created_at_idx";--> statement-breakpoint
DROP INDEX "products_category_idx";--> statement-breakpoint
DROP INDEX "customer_profiles_undecided_idx";--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "customer_profiles" ADD COLUMN "age_rejection" text;--> statement-breakpoint
ALTER TABLE "lots" ADD COLUMN "coa_key" text;--> statement-breakpoint
ALTER TABLE "product_batch_rows" ADD CONSTRAINT "product_batch_rows_batch_id_product_batches_id_fk" FOREIGN KEY ("batch_id") REFERENCES "public"."product_batches"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customer_notes" ADD CONSTRAINT "customer_notes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "product_batches_actor_idx" ON "product_batches" USING btree ("actor_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "staff_invitations_email_key" ON "staff_invitations" USING btree (lower("email"));--> statement-breakpoint
CREATE INDEX "customer_notes_user_idx" ON "customer_notes" USING btree ("user_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "products_type_idx" ON "products" USING btree ("product_type","name","id");--> statement-breakpoint
CREATE INDEX "products_price_idx" ON "products" USING btree ("retail_price","id");--> statement-breakpoint
CREATE INDEX "products_created_idx" ON "products" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "products_off_sale_idx" ON "products" USING btree ("name","id") WHERE not "products"."for_sale";--> statement-breakpoint
CREATE INDEX "products_archived_idx" ON "products" USING btree ("name","id") WHERE "products"."archived_at" is not null;--> statement-breakpoint
CREATE INDEX "products_find_idx" ON "products" USING gin (("name" || ' ' || coalesce("strain_code", '') || ' ' || coalesce("upc_code", '')) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "customer_profiles_decided_idx" ON "customer_profiles" USING btree ("age_decided_at") WHERE "customer_profiles"."age_decided_at" is not null;--> statement-breakpoint
CREATE INDEX "customer_profiles_joined_idx" ON "customer_profiles" USING btree ("created_at","user_id");--> statement-breakpoint
CREATE INDEX "customer_profiles_by_name_idx" ON "customer_profiles" USING btree ("full_name","user_id");--> statement-breakpoint
CREATE INDEX "customer_profiles_license_idx" ON "customer_profiles" USING btree ("license_verified","created_at","user_id") WHERE "customer_profiles"."license_id_hash" is not null;--> statement-breakpoint
CREATE INDEX "customer_profiles_banned_idx" ON "customer_profiles" USING btree ("created_at","user_id") WHERE "customer_profiles"."is_banned";--> statement-breakpoint
CREATE INDEX "customer_profiles_name_idx" ON "customer_profiles" USING gin ("full_name" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "customer_profiles_phone_idx" ON "customer_profiles" USING gin (regexp_replace("phone", '\D', '', 'g') gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "lots_off_sale_idx" ON "lots" USING btree ("status","product_id") WHERE "lots"."status" <> 'sellable';--> statement-breakpoint
CREATE INDEX "products_category_idx" ON "products" USING btree ("category_id","name","id");--> statement-breakpoint
CREATE INDEX "customer_profiles_undecided_idx" ON "customer_profiles" USING btree ("created_at","user_id") WHERE "customer_profiles"."is_verified_over21" is null and "customer_profiles"."status" = 'active';--> statement-breakpoint
ALTER TABLE "customer_profiles" ADD CONSTRAINT "customer_profiles_age_rejection_check" CHECK ("customer_profiles"."age_rejection" in ('under_age','mismatch','expired','unreadable','other'));