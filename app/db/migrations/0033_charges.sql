CREATE TABLE "charges" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"key" uuid NOT NULL,
	"person_id" uuid NOT NULL,
	"person_name" text NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"started_by_name" text NOT NULL,
	"ended_at" timestamp with time zone,
	"ended_by_name" text,
	CONSTRAINT "charges_key_unique" UNIQUE("key"),
	CONSTRAINT "charges_time_check" CHECK ("charges"."ended_at" >= "charges"."started_at"),
	CONSTRAINT "charges_ended_check" CHECK (("charges"."ended_at" is null) = ("charges"."ended_by_name" is null))
);
--> statement-breakpoint
CREATE UNIQUE INDEX "charges_open_key" ON "charges" USING btree (("ended_at" is null)) WHERE "charges"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "charges_started_idx" ON "charges" USING btree ("started_at");