CREATE TABLE "backups" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"name" text NOT NULL,
	"place" text NOT NULL,
	"cause" text NOT NULL,
	"status" text DEFAULT 'running' NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	"bytes" bigint,
	"row_count" bigint,
	"file_count" integer,
	"has_keys" boolean DEFAULT false NOT NULL,
	"problem" text,
	"checked_at" timestamp with time zone,
	"check_problem" text,
	"removed_at" timestamp with time zone,
	CONSTRAINT "backups_name_unique" UNIQUE("name"),
	CONSTRAINT "backups_cause_check" CHECK ("backups"."cause" in ('schedule','office','command')),
	CONSTRAINT "backups_status_check" CHECK ("backups"."status" in ('running','good','failed'))
);
--> statement-breakpoint
CREATE INDEX "backups_started_at_idx" ON "backups" USING btree ("started_at" DESC NULLS LAST);