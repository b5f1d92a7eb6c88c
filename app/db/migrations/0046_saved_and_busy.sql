ALTER TABLE "incidents" DROP CONSTRAINT "incidents_part_check";--> statement-breakpoint
ALTER TABLE "recent_errors" ADD COLUMN "kind" text DEFAULT 'failed' NOT NULL;--> statement-breakpoint
ALTER TABLE "shop_instances" ADD COLUMN "clock_ms" integer;--> statement-breakpoint
ALTER TABLE "incidents" ADD CONSTRAINT "incidents_part_check" CHECK ("incidents"."part" in ('jobs','mail','errors','disk','writes','backup','stock'));--> statement-breakpoint
ALTER TABLE "recent_errors" ADD CONSTRAINT "recent_errors_kind_check" CHECK ("recent_errors"."kind" in ('failed','busy','away'));