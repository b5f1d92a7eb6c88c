CREATE TABLE "put_backs" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"order_id" uuid NOT NULL,
	"lot_id" integer NOT NULL,
	"units" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"done_at" timestamp with time zone,
	"done_by" uuid,
	"done_by_name" text,
	CONSTRAINT "put_backs_units_check" CHECK ("put_backs"."units" > 0),
	CONSTRAINT "put_backs_done_check" CHECK (("put_backs"."done_at" is null) = ("put_backs"."done_by" is null) and ("put_backs"."done_at" is null) = ("put_backs"."done_by_name" is null))
);
--> statement-breakpoint
ALTER TABLE "put_backs" ADD CONSTRAINT "put_backs_lot_id_lots_id_fk" FOREIGN KEY ("lot_id") REFERENCES "public"."lots"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "put_backs_open_idx" ON "put_backs" USING btree ("created_at","id") WHERE "put_backs"."done_at" is null;--> statement-breakpoint
CREATE INDEX "put_backs_done_idx" ON "put_backs" USING btree ("done_at") WHERE "put_backs"."done_at" is not null;