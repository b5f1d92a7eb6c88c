ALTER TABLE "orders" ADD COLUMN "customer_note" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "pickup_name" text;--> statement-breakpoint
ALTER TABLE "sign_up_holds" ADD COLUMN "customer_note" text;--> statement-breakpoint
ALTER TABLE "sign_up_holds" ADD COLUMN "pickup_name" text;