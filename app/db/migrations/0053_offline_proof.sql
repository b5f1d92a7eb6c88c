CREATE TABLE "session_ends" (
	"session_id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"ended_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "counter_tablets" ADD COLUMN "empty_at" timestamp with time zone;--> statement-breakpoint
-- A tablet that is away during the upgrade.
UPDATE "counter_tablets" SET "empty_at" = "seen_at" WHERE "unsent" = 0;--> statement-breakpoint
CREATE INDEX "session_ends_ended_idx" ON "session_ends" USING btree ("ended_at");--> statement-breakpoint
-- Whatever ends a session before its time, a ban's trigger and an account's deletion included. Customers have no tablets.
CREATE FUNCTION note_session_end() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO session_ends (session_id, user_id, ended_at)
  -- A session by PIN counts until another role does, and is deleted at its next request.
  SELECT OLD.id, OLD.user_id, coalesce((SELECT updated_at FROM user_roles
    WHERE user_id = OLD.user_id AND OLD.tablet_id IS NOT NULL AND updated_at > OLD.created_at), clock_timestamp())
  WHERE OLD.expires_at > clock_timestamp()
    AND (OLD.tablet_id IS NOT NULL OR EXISTS (SELECT FROM user_roles WHERE user_id = OLD.user_id AND role <> 'user'))
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER sessions_note_end AFTER DELETE ON sessions FOR EACH ROW EXECUTE FUNCTION note_session_end();
