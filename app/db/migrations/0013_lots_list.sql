CREATE TABLE "undone_adjustments" (
	"ledger_id" bigint PRIMARY KEY NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
DROP INDEX "stock_ledger_product_idx";--> statement-breakpoint
ALTER TABLE "lots" ADD COLUMN "quarantined_by" uuid;--> statement-breakpoint
ALTER TABLE "lots" ADD COLUMN "staff_may_release" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "undone_adjustments" ADD CONSTRAINT "undone_adjustments_ledger_id_stock_ledger_id_fk" FOREIGN KEY ("ledger_id") REFERENCES "public"."stock_ledger"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "lots_received_idx" ON "lots" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "lots_last_day_idx" ON "lots" USING btree (coalesce("expires_on", '9999-12-31'::date),"id");--> statement-breakpoint
CREATE INDEX "lots_status_idx" ON "lots" USING btree ("status","created_at","id");--> statement-breakpoint
CREATE INDEX "lots_quarantined_by_idx" ON "lots" USING btree ("quarantined_by") WHERE "lots"."status" = 'quarantined';--> statement-breakpoint
CREATE INDEX "lots_find_idx" ON "lots" USING gin (("batch_number" || ' ' || coalesce("package_tag", '')) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "stock_ledger_lot_idx" ON "stock_ledger" USING btree ("product_id","lot_id","id");--> statement-breakpoint
-- Lots in quarantine now: who put them there is in the audit log.
UPDATE "lots" SET "quarantined_by" = (
	SELECT entry."actor_id" FROM "audit_log" AS entry
	WHERE entry."subject_type" = 'lot' AND entry."subject_id" = "lots"."id"::text AND entry."action" = 'lot.quarantined'
	ORDER BY entry."created_at" DESC, entry."id" DESC LIMIT 1
) WHERE "status" = 'quarantined';
