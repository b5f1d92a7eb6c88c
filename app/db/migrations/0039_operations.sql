CREATE TABLE "error_spans" (
	"starts_at" timestamp with time zone PRIMARY KEY NOT NULL,
	"requests" integer DEFAULT 0 NOT NULL,
	"errors" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "incidents" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"part" text NOT NULL,
	"text" text NOT NULL,
	"opened_at" timestamp with time zone NOT NULL,
	"fine_since" timestamp with time zone,
	"closed_at" timestamp with time zone,
	"told" integer NOT NULL,
	CONSTRAINT "incidents_part_check" CHECK ("incidents"."part" in ('jobs','mail','errors','disk','backup','stock'))
);
--> statement-breakpoint
CREATE TABLE "recent_errors" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"status" integer,
	"request_id" text,
	"place" text NOT NULL,
	"message" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "shop_instances" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"version" text NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"seen_at" timestamp with time zone NOT NULL,
	"disk_free" bigint,
	"disk_total" bigint
);
--> statement-breakpoint
CREATE TABLE "stock_checks" (
	"is_only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"checked_at" timestamp with time zone NOT NULL,
	"products" integer NOT NULL,
	"mismatches" integer NOT NULL,
	"product_ids" integer[] NOT NULL,
	CONSTRAINT "stock_checks_only_check" CHECK ("stock_checks"."is_only")
);
--> statement-breakpoint
ALTER TABLE "mail_messages" ADD COLUMN "refused_at" timestamp with time zone;--> statement-breakpoint
CREATE UNIQUE INDEX "incidents_open_key" ON "incidents" USING btree ("part") WHERE "incidents"."closed_at" is null;--> statement-breakpoint
CREATE INDEX "incidents_opened_at_idx" ON "incidents" USING btree ("opened_at","id");