CREATE TABLE "count_rows" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "count_rows_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"sheet_id" integer NOT NULL,
	"lot_id" integer NOT NULL,
	"product_id" integer NOT NULL,
	"position" integer NOT NULL,
	"product" text NOT NULL,
	"expected" integer,
	"counted" integer,
	"ledger_id" bigint,
	"counted_by" uuid,
	"counted_by_name" text,
	"counted_at" timestamp with time zone,
	"version" integer DEFAULT 0 NOT NULL,
	"reason" text,
	"decided_by_name" text,
	"decided_at" timestamp with time zone,
	CONSTRAINT "count_rows_counted_check" CHECK (("count_rows"."counted" is null) = ("count_rows"."expected" is null)),
	CONSTRAINT "count_rows_reason_check" CHECK ("count_rows"."reason" is null or "count_rows"."reason" in ('count','damaged','sample','theft','waste','return'))
);
--> statement-breakpoint
CREATE TABLE "count_sheets" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "count_sheets_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"category_id" integer,
	"title" text NOT NULL,
	"started_by" uuid NOT NULL,
	"started_by_name" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"closed_at" timestamp with time zone,
	"closed_by_name" text
);
--> statement-breakpoint
ALTER TABLE "count_rows" ADD CONSTRAINT "count_rows_sheet_id_count_sheets_id_fk" FOREIGN KEY ("sheet_id") REFERENCES "public"."count_sheets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "count_rows" ADD CONSTRAINT "count_rows_lot_id_lots_id_fk" FOREIGN KEY ("lot_id") REFERENCES "public"."lots"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "count_rows_lot_key" ON "count_rows" USING btree ("sheet_id","lot_id");--> statement-breakpoint
CREATE INDEX "count_rows_lot_idx" ON "count_rows" USING btree ("lot_id");--> statement-breakpoint
CREATE INDEX "count_rows_position_idx" ON "count_rows" USING btree ("sheet_id","position");--> statement-breakpoint
CREATE UNIQUE INDEX "count_sheets_open_key" ON "count_sheets" USING btree (coalesce("category_id", 0)) WHERE "count_sheets"."closed_at" is null;