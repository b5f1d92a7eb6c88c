CREATE TABLE "sign_ups" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"email" text NOT NULL,
	"full_name" text NOT NULL,
	"password" text NOT NULL,
	"phone" text,
	"address" text,
	"birth_date" date NOT NULL,
	"license_id_sealed" text,
	"license_id_hash" text,
	"license_id_last4" text,
	"license_state" text,
	"return_to" text,
	"expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "mail_messages" ADD COLUMN "is_private" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "mail_messages" ADD COLUMN "link_encrypted" text;--> statement-breakpoint
ALTER TABLE "mail_messages" ADD COLUMN "wiped_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "sign_ups_email_idx" ON "sign_ups" USING btree (lower("email"));--> statement-breakpoint
CREATE INDEX "sign_ups_expires_at_idx" ON "sign_ups" USING btree ("expires_at");--> statement-breakpoint
-- Until now an unconfirmed sign-up was an account, and links stood readable in the mail. Who has not confirmed
-- signs up again; who has asked for a link asks again.
DELETE FROM users WHERE NOT email_verified
  AND NOT EXISTS (SELECT 1 FROM orders WHERE orders.user_id = users.id)
  AND NOT EXISTS (SELECT 1 FROM pickup_reservations WHERE pickup_reservations.user_id = users.id);--> statement-breakpoint
DELETE FROM verifications WHERE identifier LIKE 'reset-password:%';--> statement-breakpoint
UPDATE mail_messages SET html = '', text = '', is_private = true, wiped_at = now(),
  status = CASE status WHEN 'waiting' THEN 'failed' ELSE status END
  WHERE dedupe_key ~ '^(confirm-email|reset-password|already-have-account):';--> statement-breakpoint

-- A ban ends every session in the same transaction, by whatever path it is written.
CREATE FUNCTION end_sessions_of_banned() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM sessions WHERE user_id = NEW.user_id;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER customer_profiles_end_sessions AFTER UPDATE OF is_banned ON customer_profiles FOR EACH ROW
  WHEN (NEW.is_banned AND NOT OLD.is_banned)
  EXECUTE FUNCTION end_sessions_of_banned();
