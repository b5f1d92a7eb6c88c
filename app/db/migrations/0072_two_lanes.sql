CREATE TABLE "displays" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"register_id" uuid,
	"code" text,
	"token_hash" text,
	"paired_by_name" text NOT NULL,
	"seen_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "displays_code_unique" UNIQUE("code"),
	CONSTRAINT "displays_tokenHash_unique" UNIQUE("token_hash"),
	CONSTRAINT "displays_paired_check" CHECK (("displays"."code" is null) <> ("displays"."token_hash" is null))
);
--> statement-breakpoint
CREATE TABLE "shown_orders" (
	"register_id" uuid PRIMARY KEY NOT NULL,
	"order_id" uuid,
	"walk_in_id" uuid,
	"received" integer,
	"shown_at" timestamp with time zone NOT NULL,
	CONSTRAINT "shown_orders_one_check" CHECK (num_nonnulls("shown_orders"."order_id", "shown_orders"."walk_in_id") <= 1),
	CONSTRAINT "shown_orders_received_check" CHECK ("shown_orders"."received" >= 0)
);
--> statement-breakpoint
CREATE TABLE "line_numbers" (
	"day" date NOT NULL,
	"lane" text NOT NULL,
	"number" smallint NOT NULL,
	"key" uuid,
	"order_id" uuid,
	"walk_in_id" uuid,
	"initials" text,
	"taken_at" timestamp with time zone NOT NULL,
	"called_at" timestamp with time zone,
	"call_key" uuid,
	"register_id" uuid,
	"left_at" timestamp with time zone,
	CONSTRAINT "line_numbers_day_lane_number_pk" PRIMARY KEY("day","lane","number"),
	CONSTRAINT "line_numbers_key_unique" UNIQUE("key"),
	CONSTRAINT "line_numbers_walkInId_unique" UNIQUE("walk_in_id"),
	CONSTRAINT "line_numbers_callKey_unique" UNIQUE("call_key"),
	CONSTRAINT "line_numbers_lane_check" CHECK ("line_numbers"."lane" in ('pickup','walk-in')),
	CONSTRAINT "line_numbers_number_check" CHECK ("line_numbers"."number" > 0)
);
--> statement-breakpoint
CREATE TABLE "registers" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "registers_name_check" CHECK ("registers"."name" <> '')
);
--> statement-breakpoint
ALTER TABLE "print_jobs" DROP CONSTRAINT "print_jobs_order_check";--> statement-breakpoint
ALTER TABLE "print_jobs" DROP CONSTRAINT "print_jobs_kind_check";--> statement-breakpoint
ALTER TABLE "printers" ADD COLUMN "opens_drawer" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "displays" ADD CONSTRAINT "displays_register_id_registers_id_fk" FOREIGN KEY ("register_id") REFERENCES "public"."registers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shown_orders" ADD CONSTRAINT "shown_orders_register_id_registers_id_fk" FOREIGN KEY ("register_id") REFERENCES "public"."registers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shown_orders" ADD CONSTRAINT "shown_orders_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shown_orders" ADD CONSTRAINT "shown_orders_walk_in_id_walk_ins_id_fk" FOREIGN KEY ("walk_in_id") REFERENCES "public"."walk_ins"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "line_numbers" ADD CONSTRAINT "line_numbers_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "line_numbers" ADD CONSTRAINT "line_numbers_walk_in_id_walk_ins_id_fk" FOREIGN KEY ("walk_in_id") REFERENCES "public"."walk_ins"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "line_numbers" ADD CONSTRAINT "line_numbers_register_id_registers_id_fk" FOREIGN KEY ("register_id") REFERENCES "public"."registers"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "displays_register_idx" ON "displays" USING btree ("register_id");--> statement-breakpoint
CREATE UNIQUE INDEX "line_numbers_order_idx" ON "line_numbers" USING btree ("order_id","day");--> statement-breakpoint
CREATE INDEX "line_numbers_register_idx" ON "line_numbers" USING btree ("register_id");--> statement-breakpoint
CREATE UNIQUE INDEX "registers_name_idx" ON "registers" USING btree (lower("name"));--> statement-breakpoint
ALTER TABLE "print_jobs" ADD CONSTRAINT "print_jobs_about_check" CHECK ("print_jobs"."kind" = 'drawer' or ("print_jobs"."order_id" is null) = ("print_jobs"."kind" = 'test'));--> statement-breakpoint
ALTER TABLE "print_jobs" ADD CONSTRAINT "print_jobs_kind_check" CHECK ("print_jobs"."kind" in ('receipt','slip','test','drawer'));