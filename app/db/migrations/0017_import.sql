CREATE TABLE "product_import_pieces" (
	"import_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"bytes" "bytea" NOT NULL,
	CONSTRAINT "product_import_pieces_import_id_position_pk" PRIMARY KEY("import_id","position")
);
--> statement-breakpoint
CREATE TABLE "product_import_rows" (
	"import_id" uuid NOT NULL,
	"line" integer NOT NULL,
	"outcome" text NOT NULL,
	"name" text NOT NULL,
	"product_id" integer,
	"version" integer,
	"reasons" text[] NOT NULL,
	"warnings" text[] NOT NULL,
	"changes" jsonb,
	"plan" jsonb,
	"cells" text[],
	CONSTRAINT "product_import_rows_import_id_line_pk" PRIMARY KEY("import_id","line"),
	CONSTRAINT "product_import_rows_outcome_check" CHECK ("product_import_rows"."outcome" in ('new','changed','unchanged','rejected','dropped'))
);
--> statement-breakpoint
CREATE TABLE "product_imports" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"actor_id" uuid NOT NULL,
	"status" text DEFAULT 'reading' NOT NULL,
	"encoding" text NOT NULL,
	"header" jsonb NOT NULL,
	"header_key" text NOT NULL,
	"mapping" jsonb NOT NULL,
	"options" jsonb NOT NULL,
	"total" integer NOT NULL,
	"preview" integer DEFAULT 0 NOT NULL,
	"counts" jsonb,
	"rules" text,
	"previewed_at" timestamp with time zone,
	"moved_on" boolean DEFAULT false NOT NULL,
	"done" integer DEFAULT 0 NOT NULL,
	"batch_id" uuid,
	"left" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "product_imports_status_check" CHECK ("product_imports"."status" in ('reading','previewed','applying','applied','undoing','undone','failed'))
);
--> statement-breakpoint
ALTER TABLE "product_batches" DROP CONSTRAINT "product_batches_kind_check";--> statement-breakpoint
ALTER TABLE "product_import_pieces" ADD CONSTRAINT "product_import_pieces_import_id_product_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."product_imports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_import_rows" ADD CONSTRAINT "product_import_rows_import_id_product_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."product_imports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "product_import_rows_outcome_idx" ON "product_import_rows" USING btree ("import_id","outcome","line");--> statement-breakpoint
CREATE INDEX "product_imports_actor_idx" ON "product_imports" USING btree ("actor_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "product_imports_header_idx" ON "product_imports" USING btree ("header_key","created_at" DESC NULLS LAST);--> statement-breakpoint
ALTER TABLE "product_batches" ADD CONSTRAINT "product_batches_kind_check" CHECK ("product_batches"."kind" in ('edit','delete','import'));