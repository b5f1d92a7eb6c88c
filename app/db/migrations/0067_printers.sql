CREATE TABLE "print_jobs" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"number" bigint GENERATED ALWAYS AS IDENTITY (sequence name "print_jobs_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"printer_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"order_id" uuid,
	"key" text NOT NULL,
	"status" text DEFAULT 'waiting' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"offered_at" timestamp with time zone,
	"taken_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"problem" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "print_jobs_number_key" UNIQUE("number"),
	CONSTRAINT "print_jobs_cause_key" UNIQUE("printer_id","key"),
	CONSTRAINT "print_jobs_kind_check" CHECK ("print_jobs"."kind" in ('receipt','slip','test')),
	CONSTRAINT "print_jobs_status_check" CHECK ("print_jobs"."status" in ('waiting','sent','printed','failed','asked')),
	CONSTRAINT "print_jobs_order_check" CHECK (("print_jobs"."order_id" is null) = ("print_jobs"."kind" = 'test')),
	CONSTRAINT "print_jobs_ended_check" CHECK (("print_jobs"."ended_at" is not null) = ("print_jobs"."status" = 'printed'))
);
--> statement-breakpoint
CREATE TABLE "printers" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"name" text NOT NULL,
	"place" text DEFAULT '' NOT NULL,
	"maker" text NOT NULL,
	"token" text NOT NULL,
	"width" integer DEFAULT 80 NOT NULL,
	"prints_receipts" boolean DEFAULT false NOT NULL,
	"prints_slips" boolean DEFAULT false NOT NULL,
	"last_contact_at" timestamp with time zone,
	"paper" text,
	"is_away" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "printers_token_key" UNIQUE("token"),
	CONSTRAINT "printers_maker_check" CHECK ("printers"."maker" in ('star','epson')),
	CONSTRAINT "printers_paper_check" CHECK ("printers"."paper" in ('ok','low','out','open','error')),
	CONSTRAINT "printers_width_check" CHECK ("printers"."width" in (80, 58))
);
--> statement-breakpoint
ALTER TABLE "print_jobs" ADD CONSTRAINT "print_jobs_printer_id_printers_id_fk" FOREIGN KEY ("printer_id") REFERENCES "public"."printers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "print_jobs" ADD CONSTRAINT "print_jobs_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "print_jobs_open_idx" ON "print_jobs" USING btree ("printer_id","number") WHERE status in ('waiting', 'sent', 'failed', 'asked');--> statement-breakpoint
CREATE INDEX "print_jobs_order_idx" ON "print_jobs" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "print_jobs_created_idx" ON "print_jobs" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "printers_name_idx" ON "printers" USING btree (lower("name"));