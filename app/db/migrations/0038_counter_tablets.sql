CREATE TABLE "counter_tablets" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"name" text,
	"user_id" uuid NOT NULL,
	"person" text NOT NULL,
	"unsent" integer NOT NULL,
	"set_aside" integer DEFAULT 0 NOT NULL,
	"hands_over" boolean NOT NULL,
	"seen_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "counter_tablets_counts_check" CHECK ("counter_tablets"."set_aside" between 0 and "counter_tablets"."unsent")
);
--> statement-breakpoint
CREATE INDEX "counter_tablets_user_idx" ON "counter_tablets" USING btree ("user_id","seen_at");