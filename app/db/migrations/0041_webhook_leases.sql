ALTER TABLE "webhook_deliveries" ADD COLUMN "is_replayed" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "webhook_endpoints" ADD COLUMN "lease_id" uuid;--> statement-breakpoint
ALTER TABLE "webhook_notes" ADD COLUMN "created_at" timestamp with time zone DEFAULT now() NOT NULL;