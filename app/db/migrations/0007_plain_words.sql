-- Plain words: what happened is an event, a key that makes a repeated request harmless is an idempotency key,
-- what cannot be read is encrypted.
ALTER TABLE "facts" RENAME TO "events";--> statement-breakpoint
ALTER INDEX "facts_pkey" RENAME TO "events_pkey";--> statement-breakpoint
ALTER INDEX "facts_subject_idx" RENAME TO "events_subject_idx";--> statement-breakpoint
ALTER TRIGGER "facts_append_only" ON "events" RENAME TO "events_append_only";--> statement-breakpoint
ALTER TABLE "deliveries" RENAME CONSTRAINT "deliveries_event_id_facts_id_fk" TO "deliveries_event_id_events_id_fk";--> statement-breakpoint
ALTER TABLE "notifications" RENAME COLUMN "fact_id" TO "event_id";--> statement-breakpoint
ALTER INDEX "notifications_fact_key" RENAME TO "notifications_event_key";--> statement-breakpoint
ALTER TABLE "checkout_attempts" RENAME TO "idempotency_keys";--> statement-breakpoint
ALTER TABLE "idempotency_keys" RENAME COLUMN "wish" TO "input";--> statement-breakpoint
ALTER TABLE "idempotency_keys" RENAME CONSTRAINT "checkout_attempts_user_id_key_pk" TO "idempotency_keys_user_id_key_pk";--> statement-breakpoint
ALTER TABLE "idempotency_keys" RENAME CONSTRAINT "checkout_attempts_user_id_users_id_fk" TO "idempotency_keys_user_id_users_id_fk";--> statement-breakpoint
ALTER INDEX "checkout_attempts_created_at_idx" RENAME TO "idempotency_keys_created_at_idx";--> statement-breakpoint
ALTER TABLE "customer_profiles" RENAME COLUMN "license_id_sealed" TO "license_id_encrypted";--> statement-breakpoint
ALTER TABLE "sign_ups" RENAME COLUMN "license_id_sealed" TO "license_id_encrypted";--> statement-breakpoint
-- Jobs that wait are done under the new names of their queues.
DO $$ BEGIN
  IF to_regclass('pgboss.queue') IS NOT NULL THEN
    INSERT INTO pgboss.queue
      SELECT (jsonb_populate_record(q, jsonb_build_object('name', CASE q.name WHEN 'facts' THEN 'events' ELSE 'cleanup' END))).*
      FROM pgboss.queue q WHERE q.name IN ('facts', 'tidy')
      ON CONFLICT DO NOTHING;
    UPDATE pgboss.job SET name = 'events', data = jsonb_build_object('eventId', data -> 'factId')
      WHERE name = 'facts';
    UPDATE pgboss.job SET name = 'cleanup' WHERE name = 'tidy';
    UPDATE pgboss.schedule SET name = 'cleanup' WHERE name = 'tidy';
    DELETE FROM pgboss.queue WHERE name IN ('facts', 'tidy');
  END IF;
END $$;
