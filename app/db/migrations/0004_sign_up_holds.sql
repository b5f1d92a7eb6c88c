CREATE TABLE "sign_up_holds" (
	"sign_up_id" uuid PRIMARY KEY NOT NULL,
	"pickup_starts_at" timestamp with time zone NOT NULL,
	"held_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"client" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "pickup_reservations" ALTER COLUMN "user_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "pickup_reservations" ADD COLUMN "sign_up_id" uuid;--> statement-breakpoint
CREATE INDEX "sign_up_holds_client_idx" ON "sign_up_holds" USING btree ("client");--> statement-breakpoint
CREATE INDEX "pickup_reservations_sign_up_idx" ON "pickup_reservations" USING btree ("sign_up_id") WHERE "pickup_reservations"."sign_up_id" is not null;--> statement-breakpoint
ALTER TABLE "pickup_reservations" ADD CONSTRAINT "pickup_reservations_owner_check" CHECK (num_nonnulls("pickup_reservations"."user_id", "pickup_reservations"."sign_up_id") = 1);--> statement-breakpoint
ALTER TABLE "pickup_reservations" ADD CONSTRAINT "pickup_reservations_sign_up_check" CHECK ("pickup_reservations"."sign_up_id" is null or "pickup_reservations"."status" in ('pending', 'cancelled'));