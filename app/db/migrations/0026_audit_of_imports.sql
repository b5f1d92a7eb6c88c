DROP INDEX "audit_log_find_idx";--> statement-breakpoint
ALTER TABLE "audit_log" ADD COLUMN "batch_id" uuid;--> statement-breakpoint
CREATE INDEX "audit_log_find_idx" ON "audit_log" USING gin (("action" || ' ' || "subject_id" || ' ' || coalesce("before"::text, '') || ' ' || coalesce("after"::text, '') || ' ' || coalesce("reason", '')) gin_trgm_ops) WHERE "audit_log"."batch_id" is null;