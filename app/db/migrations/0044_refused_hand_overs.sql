CREATE TABLE "hand_over_settlements" (
	"refused_id" uuid PRIMARY KEY NOT NULL,
	"note" text NOT NULL,
	"settled_by" uuid NOT NULL,
	"settled_by_name" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "hand_over_settlements_note_check" CHECK ("hand_over_settlements"."note" <> '')
);
--> statement-breakpoint
CREATE TABLE "refused_hand_overs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"order_id" uuid NOT NULL,
	"why" text NOT NULL,
	"owed" integer,
	"cash_received" integer,
	"id_kind" text,
	"issuer" text,
	"handed_over_by" uuid NOT NULL,
	"handed_over_by_name" text NOT NULL,
	"done_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "hand_over_settlements" ADD CONSTRAINT "hand_over_settlements_refused_id_refused_hand_overs_id_fk" FOREIGN KEY ("refused_id") REFERENCES "public"."refused_hand_overs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refused_hand_overs" ADD CONSTRAINT "refused_hand_overs_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "hand_over_settlements_created_idx" ON "hand_over_settlements" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "refused_hand_overs_order_idx" ON "refused_hand_overs" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "refused_hand_overs_created_idx" ON "refused_hand_overs" USING btree ("created_at");--> statement-breakpoint

CREATE TRIGGER refused_hand_overs_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON refused_hand_overs FOR EACH STATEMENT EXECUTE FUNCTION forbid_rewriting();--> statement-breakpoint
CREATE TRIGGER hand_over_settlements_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON hand_over_settlements FOR EACH STATEMENT EXECUTE FUNCTION forbid_rewriting();
