CREATE TABLE "hand_overs" (
	"order_id" uuid PRIMARY KEY NOT NULL,
	"key" uuid,
	"owed" integer NOT NULL,
	"cash_received" integer NOT NULL,
	"handed_over_by" uuid NOT NULL,
	"handed_over_by_name" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "hand_overs_cash_check" CHECK ("hand_overs"."owed" between 0 and "hand_overs"."cash_received")
);
--> statement-breakpoint
ALTER TABLE "hand_overs" ADD CONSTRAINT "hand_overs_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;