ALTER TABLE "webhook_endpoints" DROP CONSTRAINT "webhook_endpoints_stopped_check";--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "access_ended_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "walk_in_ids" ADD COLUMN "license_hash" text;--> statement-breakpoint
ALTER TABLE "webhook_endpoints" ADD COLUMN "responsible_id" uuid;--> statement-breakpoint
CREATE INDEX "audit_log_account_idx" ON "audit_log" USING btree ("actor_id","created_at");--> statement-breakpoint
CREATE INDEX "walk_in_ids_license_idx" ON "walk_in_ids" USING btree ("license_hash");--> statement-breakpoint
ALTER TABLE "webhook_endpoints" ADD CONSTRAINT "webhook_endpoints_stopped_check" CHECK ("webhook_endpoints"."stopped" in ('staff','gone','failing','left'));