ALTER TABLE "customer_profiles" DROP COLUMN "license_photo_key";--> statement-breakpoint
ALTER TABLE "customer_profiles" DROP COLUMN "photo_key";