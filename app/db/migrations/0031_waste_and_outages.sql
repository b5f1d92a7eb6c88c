CREATE TABLE "outage_entries" (
	"ledger_id" bigint PRIMARY KEY NOT NULL,
	"outage_id" uuid NOT NULL,
	"entered_by" uuid NOT NULL,
	"entered_by_name" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "state_outages" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"number" integer GENERATED ALWAYS AS IDENTITY (sequence name "state_outages_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"started_at" timestamp with time zone NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"declared_by" uuid NOT NULL,
	"declared_by_name" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp with time zone,
	"ended_by_name" text,
	CONSTRAINT "state_outages_number_unique" UNIQUE("number"),
	CONSTRAINT "state_outages_ended_check" CHECK (("state_outages"."ended_at" is null) = ("state_outages"."ended_by_name" is null)),
	CONSTRAINT "state_outages_span_check" CHECK ("state_outages"."ended_at" >= "state_outages"."started_at")
);
--> statement-breakpoint
CREATE TABLE "waste" (
	"id" uuid PRIMARY KEY NOT NULL,
	"number" integer GENERATED ALWAYS AS IDENTITY (sequence name "waste_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"lot_id" integer NOT NULL,
	"units" integer NOT NULL,
	"weight_mg" bigint,
	"reason" text NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"witness" text,
	"order_id" uuid,
	"recorded_by" uuid,
	"recorded_by_name" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"undone_at" timestamp with time zone,
	"undone_by_name" text,
	"destroyed_at" timestamp with time zone,
	"method" text,
	"destruction_note" text,
	"destroyed_by" uuid,
	"destroyed_by_name" text,
	"second_name" text,
	"closed_at" timestamp with time zone,
	CONSTRAINT "waste_number_unique" UNIQUE("number"),
	CONSTRAINT "waste_units_check" CHECK ("waste"."units" > 0),
	CONSTRAINT "waste_weight_check" CHECK ("waste"."weight_mg" > 0),
	CONSTRAINT "waste_reason_check" CHECK ("waste"."reason" in ('damaged','expired','failed-test','contaminated','returned','recalled','other')),
	CONSTRAINT "waste_method_check" CHECK ("waste"."method" in ('ground','composted','incinerated','hauler','other')),
	CONSTRAINT "waste_undone_check" CHECK (("waste"."undone_at" is null) = ("waste"."undone_by_name" is null)),
	CONSTRAINT "waste_end_check" CHECK ("waste"."undone_at" is null or "waste"."destroyed_at" is null),
	CONSTRAINT "waste_destroyed_check" CHECK (num_nulls("waste"."destroyed_at", "waste"."method", "waste"."destroyed_by", "waste"."destroyed_by_name", "waste"."second_name", "waste"."closed_at") in (0, 6))
);
--> statement-breakpoint
ALTER TABLE "outage_entries" ADD CONSTRAINT "outage_entries_ledger_id_stock_ledger_id_fk" FOREIGN KEY ("ledger_id") REFERENCES "public"."stock_ledger"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "outage_entries" ADD CONSTRAINT "outage_entries_outage_id_state_outages_id_fk" FOREIGN KEY ("outage_id") REFERENCES "public"."state_outages"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "waste" ADD CONSTRAINT "waste_lot_id_lots_id_fk" FOREIGN KEY ("lot_id") REFERENCES "public"."lots"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "outage_entries_outage_idx" ON "outage_entries" USING btree ("outage_id");--> statement-breakpoint
CREATE UNIQUE INDEX "state_outages_open_key" ON "state_outages" USING btree (("ended_at" is null)) WHERE "state_outages"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "waste_created_at_idx" ON "waste" USING btree ("created_at","number");--> statement-breakpoint
CREATE INDEX "waste_waiting_idx" ON "waste" USING btree ("created_at","number") WHERE "waste"."undone_at" is null and "waste"."destroyed_at" is null;--> statement-breakpoint
CREATE INDEX "waste_lot_idx" ON "waste" USING btree ("lot_id");
--> statement-breakpoint
-- Undone and destroyed waste is append-only, and no waste is ever deleted.
CREATE TRIGGER waste_final BEFORE UPDATE ON waste FOR EACH ROW
  WHEN (OLD.destroyed_at IS NOT NULL OR OLD.undone_at IS NOT NULL) EXECUTE FUNCTION forbid_rewriting();--> statement-breakpoint
CREATE TRIGGER waste_append_only BEFORE DELETE OR TRUNCATE ON waste FOR EACH STATEMENT EXECUTE FUNCTION forbid_rewriting();
