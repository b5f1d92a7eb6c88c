CREATE TABLE "cash_corrections" (
	"id" uuid PRIMARY KEY NOT NULL,
	"order_id" uuid NOT NULL,
	"cash_received" integer NOT NULL,
	"change_given" integer NOT NULL,
	"effect" integer NOT NULL,
	"reason" text NOT NULL,
	"drawer_session_id" uuid,
	"corrected_by" uuid NOT NULL,
	"corrected_by_name" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "cash_corrections_cash_check" CHECK ("cash_corrections"."cash_received" >= 0 and "cash_corrections"."change_given" >= 0),
	CONSTRAINT "cash_corrections_reason_check" CHECK ("cash_corrections"."reason" <> '')
);
--> statement-breakpoint
CREATE TABLE "exchanges" (
	"order_id" uuid PRIMARY KEY NOT NULL,
	"original_id" uuid NOT NULL,
	"refund_id" uuid NOT NULL,
	"key" uuid NOT NULL,
	"due" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "exchanges_refundId_unique" UNIQUE("refund_id"),
	CONSTRAINT "exchanges_key_unique" UNIQUE("key")
);
--> statement-breakpoint
ALTER TABLE "cash_corrections" ADD CONSTRAINT "cash_corrections_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cash_corrections" ADD CONSTRAINT "cash_corrections_drawer_session_id_drawer_sessions_id_fk" FOREIGN KEY ("drawer_session_id") REFERENCES "public"."drawer_sessions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exchanges" ADD CONSTRAINT "exchanges_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exchanges" ADD CONSTRAINT "exchanges_original_id_orders_id_fk" FOREIGN KEY ("original_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exchanges" ADD CONSTRAINT "exchanges_refund_id_refunds_id_fk" FOREIGN KEY ("refund_id") REFERENCES "public"."refunds"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "cash_corrections_order_idx" ON "cash_corrections" USING btree ("order_id","created_at");--> statement-breakpoint
CREATE INDEX "cash_corrections_drawer_idx" ON "cash_corrections" USING btree ("drawer_session_id") WHERE "cash_corrections"."drawer_session_id" is not null;--> statement-breakpoint
CREATE INDEX "cash_corrections_created_idx" ON "cash_corrections" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "exchanges_original_idx" ON "exchanges" USING btree ("original_id");--> statement-breakpoint
CREATE TRIGGER cash_corrections_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON cash_corrections FOR EACH STATEMENT EXECUTE FUNCTION forbid_rewriting();--> statement-breakpoint
CREATE TRIGGER exchanges_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON exchanges FOR EACH STATEMENT EXECUTE FUNCTION forbid_rewriting();
