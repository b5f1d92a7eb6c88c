CREATE TABLE "date_reminders" (
	"date_id" uuid NOT NULL,
	"due_on" date NOT NULL,
	"days_before" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "date_reminders_date_id_due_on_days_before_pk" PRIMARY KEY("date_id","due_on","days_before")
);
--> statement-breakpoint
CREATE TABLE "store_dates" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"title" text NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"due_on" date NOT NULL,
	"first_on" date NOT NULL,
	"occurrence" integer DEFAULT 0 NOT NULL,
	"repeat" text NOT NULL,
	"reminder_days" jsonb NOT NULL,
	"done_at" timestamp with time zone,
	"next_id" uuid,
	"version" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "store_dates_repeat_known" CHECK ("store_dates"."repeat" in ('never','quarterly','yearly'))
);
--> statement-breakpoint
ALTER TABLE "date_reminders" ADD CONSTRAINT "date_reminders_date_id_store_dates_id_fk" FOREIGN KEY ("date_id") REFERENCES "public"."store_dates"("id") ON DELETE cascade ON UPDATE no action;