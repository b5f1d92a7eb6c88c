CREATE TABLE "recall_lots" (
	"recall_id" uuid NOT NULL,
	"lot_id" integer NOT NULL,
	CONSTRAINT "recall_lots_recall_id_lot_id_pk" PRIMARY KEY("recall_id","lot_id")
);
--> statement-breakpoint
CREATE TABLE "recall_people" (
	"number" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "recall_people_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"recall_id" uuid NOT NULL,
	"user_id" uuid,
	"units" integer NOT NULL,
	"status" text DEFAULT 'waiting' NOT NULL,
	"sent_at" timestamp with time zone,
	"opened_at" timestamp with time zone,
	"answer" text,
	"answered_at" timestamp with time zone,
	"answered_by_name" text,
	CONSTRAINT "recall_people_status_check" CHECK ("recall_people"."status" in ('waiting','sent','unreachable','not-sent')),
	CONSTRAINT "recall_people_answer_check" CHECK (("recall_people"."answer" is null) = ("recall_people"."answered_at" is null))
);
--> statement-breakpoint
CREATE TABLE "recalls" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"number" integer GENERATED ALWAYS AS IDENTITY (sequence name "recalls_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"is_exercise" boolean DEFAULT false NOT NULL,
	"status" text DEFAULT 'draft' NOT NULL,
	"reason" text NOT NULL,
	"title" text NOT NULL,
	"words" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"event_id" uuid,
	"counts" jsonb,
	"created_by" uuid NOT NULL,
	"created_by_name" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"started_by_name" text,
	"started_at" timestamp with time zone,
	"sent_at" timestamp with time zone,
	"ended_by_name" text,
	"ended_at" timestamp with time zone,
	"end_note" text,
	CONSTRAINT "recalls_number_unique" UNIQUE("number"),
	CONSTRAINT "recalls_status_check" CHECK ("recalls"."status" in ('draft','active','ended')),
	CONSTRAINT "recalls_started_check" CHECK (("recalls"."status" = 'draft') = ("recalls"."started_at" is null)),
	CONSTRAINT "recalls_ended_check" CHECK (("recalls"."status" = 'ended') = ("recalls"."ended_at" is not null))
);
--> statement-breakpoint
ALTER TABLE "recall_lots" ADD CONSTRAINT "recall_lots_recall_id_recalls_id_fk" FOREIGN KEY ("recall_id") REFERENCES "public"."recalls"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recall_lots" ADD CONSTRAINT "recall_lots_lot_id_lots_id_fk" FOREIGN KEY ("lot_id") REFERENCES "public"."lots"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recall_people" ADD CONSTRAINT "recall_people_recall_id_recalls_id_fk" FOREIGN KEY ("recall_id") REFERENCES "public"."recalls"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recall_people" ADD CONSTRAINT "recall_people_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "recall_lots_lot_idx" ON "recall_lots" USING btree ("lot_id");--> statement-breakpoint
CREATE UNIQUE INDEX "recall_people_once_key" ON "recall_people" USING btree ("recall_id","user_id");--> statement-breakpoint
CREATE INDEX "recall_people_listed_idx" ON "recall_people" USING btree ("recall_id","number");--> statement-breakpoint
CREATE INDEX "recall_people_waiting_idx" ON "recall_people" USING btree ("recall_id","number") WHERE "recall_people"."status" = 'waiting';--> statement-breakpoint
CREATE INDEX "recall_people_user_idx" ON "recall_people" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "recalls_created_idx" ON "recalls" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "customer_profiles_closed_idx" ON "customer_profiles" USING btree ("user_id") WHERE "customer_profiles"."status" = 'closed';--> statement-breakpoint
CREATE INDEX "lots_batch_search_idx" ON "lots" USING btree (lower("batch_number") text_pattern_ops,"id");--> statement-breakpoint
CREATE INDEX "stock_ledger_trace_idx" ON "stock_ledger" USING btree ("lot_id","reason") WHERE "stock_ledger"."reason" in ('received', 'return', 'waste', 'quarantine', 'recall');