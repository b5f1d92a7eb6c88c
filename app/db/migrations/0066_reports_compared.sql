ALTER TABLE "state_differences" DROP CONSTRAINT "state_differences_kind_check";--> statement-breakpoint
ALTER TABLE "state_acts" ADD COLUMN "amount" integer;--> statement-breakpoint
ALTER TABLE "state_acts" ADD COLUMN "told_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "state_acts_sent_idx" ON "state_acts" USING btree ("sent_at") WHERE "state_acts"."sent_at" is not null;--> statement-breakpoint
ALTER TABLE "state_differences" ADD CONSTRAINT "state_differences_kind_check" CHECK ("state_differences"."kind" in ('not-at-state','no-lot','quantity','no-tag','other-unit','not-passed','on-hold','on-recall','investigated','receipt-missing','receipt-unknown','receipt-differs'));