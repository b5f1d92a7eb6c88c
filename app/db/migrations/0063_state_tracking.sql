CREATE TABLE "state_comparisons" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"place" text NOT NULL,
	"started_at" timestamp with time zone DEFAULT now() NOT NULL,
	"started_by" uuid,
	"started_by_name" text DEFAULT '' NOT NULL,
	"ended_at" timestamp with time zone,
	"trouble" text,
	"file_id" uuid,
	"packages" integer DEFAULT 0 NOT NULL,
	"uncompared" integer DEFAULT 0 NOT NULL,
	"lots" integer DEFAULT 0 NOT NULL,
	"matched" integer DEFAULT 0 NOT NULL,
	"differences" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "state_differences" (
	"comparison_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"kind" text NOT NULL,
	"tag" text,
	"item" text NOT NULL,
	"batch_number" text,
	"lot_id" integer,
	"product_id" integer,
	"ours" integer,
	"theirs" integer,
	"detail" text DEFAULT '' NOT NULL,
	CONSTRAINT "state_differences_comparison_id_position_pk" PRIMARY KEY("comparison_id","position"),
	CONSTRAINT "state_differences_kind_check" CHECK ("state_differences"."kind" in ('not-at-state','no-lot','quantity','no-tag','other-unit','not-passed','on-hold','on-recall','investigated'))
);
--> statement-breakpoint
ALTER TABLE "shop_connections" DROP CONSTRAINT "shop_connections_kind_check";--> statement-breakpoint
ALTER TABLE "state_files" ALTER COLUMN "uploaded_by" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "state_comparisons" ADD CONSTRAINT "state_comparisons_file_id_state_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."state_files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "state_differences" ADD CONSTRAINT "state_differences_comparison_id_state_comparisons_id_fk" FOREIGN KEY ("comparison_id") REFERENCES "public"."state_comparisons"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "state_comparisons_started_idx" ON "state_comparisons" USING btree ("started_at");--> statement-breakpoint
CREATE UNIQUE INDEX "state_comparisons_running_key" ON "state_comparisons" USING btree ((true)) WHERE "state_comparisons"."ended_at" is null;--> statement-breakpoint
ALTER TABLE "shop_connections" ADD CONSTRAINT "shop_connections_kind_check" CHECK ("shop_connections"."kind" in ('mail','sms','backup','backup-passphrase','google','apple','provider','tracking'));