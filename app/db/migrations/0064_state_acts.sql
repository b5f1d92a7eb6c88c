CREATE TABLE "state_act_rows" (
	"ledger_id" bigint PRIMARY KEY NOT NULL,
	"act_id" bigint NOT NULL,
	"lot_id" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "state_acts" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "state_acts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"source" text NOT NULL,
	"kind" text NOT NULL,
	"status" text DEFAULT 'waiting' NOT NULL,
	"order_id" uuid,
	"reservation_id" uuid,
	"receipt_number" text,
	"sale_id" bigint,
	"tags" text[] DEFAULT '{}' NOT NULL,
	"units" integer,
	"reason" text,
	"note" text DEFAULT '' NOT NULL,
	"happened_at" timestamp with time zone NOT NULL,
	"due_at" timestamp with time zone,
	"tries" integer DEFAULT 0 NOT NULL,
	"tried_at" timestamp with time zone,
	"answer" text DEFAULT '' NOT NULL,
	"state_id" text,
	"sent_at" timestamp with time zone,
	"ended_by" uuid,
	"ended_by_name" text,
	"end_note" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "state_acts_source_unique" UNIQUE("source"),
	CONSTRAINT "state_acts_kind_check" CHECK ("state_acts"."kind" in ('sale','sale-changed','sale-voided','adjustment','package-empty','day-closed')),
	CONSTRAINT "state_acts_status_check" CHECK ("state_acts"."status" in ('waiting','sending','sent','refused','skipped')),
	CONSTRAINT "state_acts_reason_check" CHECK ("state_acts"."reason" in ('count','damaged','sample','theft','return','correction','waste-damaged','waste-expired','waste-failed-test','waste-contaminated','waste-returned','waste-recalled','waste-other')),
	CONSTRAINT "state_acts_sent_check" CHECK (("state_acts"."status" = 'sent') = ("state_acts"."sent_at" is not null)),
	CONSTRAINT "state_acts_ended_check" CHECK (num_nulls("state_acts"."ended_by", "state_acts"."ended_by_name", "state_acts"."end_note") in (0, 3))
);
--> statement-breakpoint
CREATE TABLE "state_reporting" (
	"id" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"is_on" boolean DEFAULT false NOT NULL,
	"from_day" date,
	"reasons" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"changed_by" uuid,
	"changed_by_name" text DEFAULT '' NOT NULL,
	"changed_at" timestamp with time zone,
	"answered_at" timestamp with time zone,
	"silent_since" timestamp with time zone,
	CONSTRAINT "state_reporting_one_check" CHECK ("state_reporting"."id"),
	CONSTRAINT "state_reporting_from_check" CHECK (not "state_reporting"."is_on" or "state_reporting"."from_day" is not null)
);
--> statement-breakpoint
ALTER TABLE "outage_entries" ALTER COLUMN "entered_by" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "state_outages" ALTER COLUMN "declared_by" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "hand_overs" ADD COLUMN "left_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "state_act_rows" ADD CONSTRAINT "state_act_rows_ledger_id_stock_ledger_id_fk" FOREIGN KEY ("ledger_id") REFERENCES "public"."stock_ledger"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "state_act_rows" ADD CONSTRAINT "state_act_rows_act_id_state_acts_id_fk" FOREIGN KEY ("act_id") REFERENCES "public"."state_acts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "state_act_rows" ADD CONSTRAINT "state_act_rows_lot_id_lots_id_fk" FOREIGN KEY ("lot_id") REFERENCES "public"."lots"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "state_act_rows_act_idx" ON "state_act_rows" USING btree ("act_id");--> statement-breakpoint
CREATE INDEX "state_act_rows_lot_idx" ON "state_act_rows" USING btree ("lot_id","act_id");--> statement-breakpoint
CREATE INDEX "state_acts_open_idx" ON "state_acts" USING btree ("id") WHERE "state_acts"."status" in ('waiting', 'sending');--> statement-breakpoint
CREATE INDEX "state_acts_refused_idx" ON "state_acts" USING btree ("id") WHERE "state_acts"."status" = 'refused';--> statement-breakpoint
CREATE INDEX "state_acts_order_idx" ON "state_acts" USING btree ("order_id") WHERE "state_acts"."order_id" is not null;--> statement-breakpoint
CREATE INDEX "state_acts_reservation_idx" ON "state_acts" USING btree ("reservation_id") WHERE "state_acts"."reservation_id" is not null;--> statement-breakpoint
CREATE INDEX "state_acts_sale_idx" ON "state_acts" USING btree ("sale_id") WHERE "state_acts"."sale_id" is not null;--> statement-breakpoint
CREATE INDEX "state_acts_happened_idx" ON "state_acts" USING btree ("happened_at","id");