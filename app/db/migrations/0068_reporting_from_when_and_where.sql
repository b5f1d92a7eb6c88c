ALTER TABLE "state_reporting" ADD COLUMN "from_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "state_reporting" ADD COLUMN "place" text;--> statement-breakpoint
ALTER TABLE "state_reporting" ADD COLUMN "place_since" timestamp with time zone;