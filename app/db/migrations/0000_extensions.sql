-- Trusted extensions: the owner of a database may create them without being superuser.
CREATE EXTENSION IF NOT EXISTS pg_trgm;--> statement-breakpoint
CREATE EXTENSION IF NOT EXISTS unaccent;--> statement-breakpoint
-- UUIDv7 came with PostgreSQL 18; this gives 15 to 17 the same function, and steps aside where it exists.
DO $$
BEGIN
  IF current_setting('server_version_num')::int < 180000 THEN
    CREATE OR REPLACE FUNCTION public.uuidv7() RETURNS uuid LANGUAGE sql VOLATILE AS $f$
      SELECT encode(
        set_bit(set_bit(
          overlay(uuid_send(gen_random_uuid())
            placing substring(int8send((extract(epoch from clock_timestamp()) * 1000)::bigint) from 3)
            from 1 for 6),
          52, 1), 53, 1), 'hex')::uuid
    $f$;
  END IF;
END $$;
