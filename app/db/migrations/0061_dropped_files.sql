CREATE TABLE "dropped_files" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"key" text,
	"tint" text,
	"problem" text,
	"actor_id" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "dropped_files_kind_check" CHECK ("dropped_files"."kind" in ('certificate','picture')),
	CONSTRAINT "dropped_files_stored_check" CHECK (("dropped_files"."key" is null) <> ("dropped_files"."problem" is null))
);
--> statement-breakpoint
ALTER TABLE "categories" ADD COLUMN "merged_into" integer;--> statement-breakpoint
CREATE UNIQUE INDEX "dropped_files_key" ON "dropped_files" USING btree ("kind","key","name");--> statement-breakpoint
ALTER TABLE "categories" ADD CONSTRAINT "categories_merged_into_categories_id_fk" FOREIGN KEY ("merged_into") REFERENCES "public"."categories"("id") ON DELETE no action ON UPDATE no action;