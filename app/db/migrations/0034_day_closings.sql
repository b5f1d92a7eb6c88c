CREATE TABLE "day_closings" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"key" uuid NOT NULL,
	"day" date NOT NULL,
	"attempt" integer NOT NULL,
	"lots" integer NOT NULL,
	"units" integer NOT NULL,
	"file_id" uuid,
	"open" jsonb NOT NULL,
	"note" text NOT NULL,
	"closed_by" uuid NOT NULL,
	"closed_by_name" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "day_closings_key_unique" UNIQUE("key")
);
--> statement-breakpoint
CREATE TABLE "state_files" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"key" uuid NOT NULL,
	"day" date NOT NULL,
	"format" text NOT NULL,
	"packages" integer NOT NULL,
	"uploaded_by" uuid NOT NULL,
	"uploaded_by_name" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "state_files_key_unique" UNIQUE("key")
);
--> statement-breakpoint
CREATE TABLE "state_packages" (
	"file_id" uuid NOT NULL,
	"tag" text NOT NULL,
	"item" text NOT NULL,
	"quantity" integer,
	"unit" text NOT NULL,
	CONSTRAINT "state_packages_file_id_tag_pk" PRIMARY KEY("file_id","tag"),
	CONSTRAINT "state_packages_quantity_check" CHECK ("state_packages"."quantity" >= 0)
);
--> statement-breakpoint
ALTER TABLE "day_closings" ADD CONSTRAINT "day_closings_file_id_state_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."state_files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "state_packages" ADD CONSTRAINT "state_packages_file_id_state_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."state_files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "day_closings_attempt_key" ON "day_closings" USING btree ("day","attempt");--> statement-breakpoint
CREATE INDEX "state_files_day_idx" ON "state_files" USING btree ("day","created_at");--> statement-breakpoint
CREATE TRIGGER state_files_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON state_files FOR EACH STATEMENT EXECUTE FUNCTION forbid_rewriting();--> statement-breakpoint
CREATE TRIGGER state_packages_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON state_packages FOR EACH STATEMENT EXECUTE FUNCTION forbid_rewriting();--> statement-breakpoint
CREATE TRIGGER day_closings_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON day_closings FOR EACH STATEMENT EXECUTE FUNCTION forbid_rewriting();
