CREATE TABLE "promotion_recipients" (
	"promotion_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"status" text DEFAULT 'waiting' NOT NULL,
	"at" timestamp with time zone,
	CONSTRAINT "promotion_recipients_promotion_id_user_id_pk" PRIMARY KEY("promotion_id","user_id"),
	CONSTRAINT "promotion_recipients_status_check" CHECK ("promotion_recipients"."status" in ('waiting','told','skipped'))
);
--> statement-breakpoint
CREATE TABLE "promotions" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"title" text NOT NULL,
	"words" text NOT NULL,
	"path" text,
	"terms" text,
	"valid_from" date,
	"valid_until" date,
	"status" text DEFAULT 'draft' NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"event_id" uuid,
	"recipients" integer,
	"counts" jsonb,
	"created_by" uuid NOT NULL,
	"sent_by" uuid,
	"sent_by_name" text,
	"started_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "promotions_status_check" CHECK ("promotions"."status" in ('draft','sending','sent','stopped')),
	CONSTRAINT "promotions_offer_check" CHECK (("promotions"."terms" is null) = ("promotions"."valid_from" is null) and ("promotions"."terms" is null) = ("promotions"."valid_until" is null))
);
--> statement-breakpoint
ALTER TABLE "promotion_recipients" ADD CONSTRAINT "promotion_recipients_promotion_id_promotions_id_fk" FOREIGN KEY ("promotion_id") REFERENCES "public"."promotions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "promotion_recipients" ADD CONSTRAINT "promotion_recipients_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "promotion_recipients_waiting_idx" ON "promotion_recipients" USING btree ("promotion_id","user_id") WHERE "promotion_recipients"."status" = 'waiting';--> statement-breakpoint
CREATE INDEX "promotion_recipients_user_idx" ON "promotion_recipients" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "promotions_created_idx" ON "promotions" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "promotions_event_idx" ON "promotions" USING btree ("event_id");