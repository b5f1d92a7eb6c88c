CREATE TABLE "closure_orders" (
	"closure_id" uuid NOT NULL,
	"person_number" integer NOT NULL,
	"order_id" uuid NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone,
	CONSTRAINT "closure_orders_closure_id_order_id_pk" PRIMARY KEY("closure_id","order_id")
);
--> statement-breakpoint
CREATE TABLE "closure_people" (
	"number" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "closure_people_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"closure_id" uuid NOT NULL,
	"user_id" uuid,
	"status" text DEFAULT 'waiting' NOT NULL,
	"sent_at" timestamp with time zone,
	"undone_status" text,
	"undone_sent_at" timestamp with time zone,
	"call" text,
	"called_at" timestamp with time zone,
	"called_by_name" text,
	CONSTRAINT "closure_people_status_check" CHECK ("closure_people"."status" in ('waiting','sending','sent','not-sent','unreachable')),
	CONSTRAINT "closure_people_call_check" CHECK ("closure_people"."call" is null or ("closure_people"."call" in ('moves','cancels','left-message','no-answer') and "closure_people"."called_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "closures" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"number" integer GENERATED ALWAYS AS IDENTITY (sequence name "closures_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"status" text DEFAULT 'active' NOT NULL,
	"reason" text NOT NULL,
	"days" jsonb NOT NULL,
	"first_day" date NOT NULL,
	"last_day" date NOT NULL,
	"event_id" uuid,
	"created_by" uuid NOT NULL,
	"created_by_name" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"sent_at" timestamp with time zone,
	"undone_event_id" uuid,
	"undone_by_name" text,
	"undone_at" timestamp with time zone,
	"undone_sent_at" timestamp with time zone,
	CONSTRAINT "closures_number_unique" UNIQUE("number"),
	CONSTRAINT "closures_status_check" CHECK ("closures"."status" in ('active','undone')),
	CONSTRAINT "closures_undone_check" CHECK (("closures"."status" = 'undone') = ("closures"."undone_at" is not null))
);
--> statement-breakpoint
ALTER TABLE "closure_orders" ADD CONSTRAINT "closure_orders_closure_id_closures_id_fk" FOREIGN KEY ("closure_id") REFERENCES "public"."closures"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "closure_orders" ADD CONSTRAINT "closure_orders_person_number_closure_people_number_fk" FOREIGN KEY ("person_number") REFERENCES "public"."closure_people"("number") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "closure_orders" ADD CONSTRAINT "closure_orders_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "closure_people" ADD CONSTRAINT "closure_people_closure_id_closures_id_fk" FOREIGN KEY ("closure_id") REFERENCES "public"."closures"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "closure_people" ADD CONSTRAINT "closure_people_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "closure_orders_order_idx" ON "closure_orders" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "closure_orders_person_idx" ON "closure_orders" USING btree ("person_number");--> statement-breakpoint
CREATE UNIQUE INDEX "closure_people_once_key" ON "closure_people" USING btree ("closure_id","user_id");--> statement-breakpoint
CREATE INDEX "closure_people_waiting_idx" ON "closure_people" USING btree ("closure_id","number") WHERE "closure_people"."status" in ('waiting', 'sending');--> statement-breakpoint
CREATE INDEX "closure_people_user_idx" ON "closure_people" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "closures_created_idx" ON "closures" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "closures_active_idx" ON "closures" USING btree ("last_day") WHERE "closures"."status" = 'active';