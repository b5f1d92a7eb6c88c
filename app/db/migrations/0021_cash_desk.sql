CREATE TABLE "drawer_counts" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"session_id" uuid NOT NULL,
	"key" uuid NOT NULL,
	"amount" integer NOT NULL,
	"pieces" jsonb,
	"expected" integer NOT NULL,
	"next_id" uuid,
	"counted_by" uuid NOT NULL,
	"counted_by_name" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "drawer_counts_key_unique" UNIQUE("key"),
	CONSTRAINT "drawer_counts_amount_check" CHECK ("drawer_counts"."amount" >= 0)
);
--> statement-breakpoint
CREATE TABLE "drawer_entries" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"session_id" uuid NOT NULL,
	"key" uuid NOT NULL,
	"kind" text NOT NULL,
	"amount" integer NOT NULL,
	"reason" text NOT NULL,
	"corrects" uuid,
	"entered_by" uuid NOT NULL,
	"entered_by_name" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "drawer_entries_key_unique" UNIQUE("key"),
	CONSTRAINT "drawer_entries_corrects_unique" UNIQUE("corrects"),
	CONSTRAINT "drawer_entries_amount_check" CHECK ("drawer_entries"."amount" > 0),
	CONSTRAINT "drawer_entries_kind_check" CHECK ("drawer_entries"."kind" in ('drop','pay-out','pay-in'))
);
--> statement-breakpoint
CREATE TABLE "drawer_sessions" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"number" integer GENERATED ALWAYS AS IDENTITY (sequence name "drawer_sessions_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"key" uuid NOT NULL,
	"from_id" uuid,
	"holder_id" uuid NOT NULL,
	"holder_name" text NOT NULL,
	"opened_by" uuid NOT NULL,
	"opened_by_name" text NOT NULL,
	"float" integer NOT NULL,
	"pieces" jsonb,
	"opened_at" timestamp with time zone DEFAULT now() NOT NULL,
	"closed_at" timestamp with time zone,
	"closed_by" uuid,
	"closed_by_name" text,
	"count_id" uuid,
	"expected" integer,
	"counted" integer,
	"note" text,
	CONSTRAINT "drawer_sessions_number_unique" UNIQUE("number"),
	CONSTRAINT "drawer_sessions_key_unique" UNIQUE("key"),
	CONSTRAINT "drawer_sessions_fromId_unique" UNIQUE("from_id"),
	CONSTRAINT "drawer_sessions_float_check" CHECK ("drawer_sessions"."float" >= 0),
	CONSTRAINT "drawer_sessions_counted_check" CHECK ("drawer_sessions"."counted" >= 0),
	CONSTRAINT "drawer_sessions_time_check" CHECK ("drawer_sessions"."closed_at" >= "drawer_sessions"."opened_at"),
	CONSTRAINT "drawer_sessions_closed_check" CHECK (num_nulls("drawer_sessions"."closed_at", "drawer_sessions"."closed_by", "drawer_sessions"."closed_by_name", "drawer_sessions"."count_id", "drawer_sessions"."expected", "drawer_sessions"."counted") in (0, 6))
);
--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "drawer_session_id" uuid;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "drawer_session_id" uuid;--> statement-breakpoint
ALTER TABLE "drawer_counts" ADD CONSTRAINT "drawer_counts_session_id_drawer_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."drawer_sessions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "drawer_entries" ADD CONSTRAINT "drawer_entries_session_id_drawer_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."drawer_sessions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "drawer_entries" ADD CONSTRAINT "drawer_entries_corrects_drawer_entries_id_fk" FOREIGN KEY ("corrects") REFERENCES "public"."drawer_entries"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "drawer_sessions" ADD CONSTRAINT "drawer_sessions_from_id_drawer_sessions_id_fk" FOREIGN KEY ("from_id") REFERENCES "public"."drawer_sessions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "drawer_counts_session_idx" ON "drawer_counts" USING btree ("session_id","created_at");--> statement-breakpoint
CREATE INDEX "drawer_entries_session_idx" ON "drawer_entries" USING btree ("session_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "drawer_sessions_open_key" ON "drawer_sessions" USING btree (("closed_at" is null)) WHERE "drawer_sessions"."closed_at" is null;--> statement-breakpoint
CREATE INDEX "drawer_sessions_opened_idx" ON "drawer_sessions" USING btree ("opened_at","id");--> statement-breakpoint
CREATE INDEX "drawer_sessions_closed_idx" ON "drawer_sessions" USING btree ("closed_at");--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_drawer_session_id_drawer_sessions_id_fk" FOREIGN KEY ("drawer_session_id") REFERENCES "public"."drawer_sessions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_drawer_session_id_drawer_sessions_id_fk" FOREIGN KEY ("drawer_session_id") REFERENCES "public"."drawer_sessions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "orders_drawer_idx" ON "orders" USING btree ("drawer_session_id") WHERE "orders"."drawer_session_id" is not null;--> statement-breakpoint
CREATE INDEX "refunds_drawer_idx" ON "refunds" USING btree ("drawer_session_id") WHERE "refunds"."drawer_session_id" is not null;--> statement-breakpoint

CREATE TRIGGER drawer_entries_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON drawer_entries FOR EACH STATEMENT EXECUTE FUNCTION forbid_rewriting();--> statement-breakpoint
CREATE TRIGGER drawer_counts_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON drawer_counts FOR EACH STATEMENT EXECUTE FUNCTION forbid_rewriting();
