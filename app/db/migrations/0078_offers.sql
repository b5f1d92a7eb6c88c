CREATE TABLE "offers" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "offers_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"terms" text NOT NULL,
	"kind" text NOT NULL,
	"amount" integer NOT NULL,
	"parts" jsonb NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	"hours" jsonb,
	"most_per_person" integer,
	"most_units" integer,
	"ended_at" timestamp with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "offers_kind_check" CHECK ("offers"."kind" in ('percent','off','price')),
	CONSTRAINT "offers_amount_check" CHECK ("offers"."amount" > 0 and ("offers"."kind" <> 'percent' or "offers"."amount" < 100)),
	CONSTRAINT "offers_terms_check" CHECK ("offers"."name" <> '' and "offers"."terms" <> ''),
	CONSTRAINT "offers_times_check" CHECK ("offers"."starts_at" < "offers"."ends_at"),
	CONSTRAINT "offers_limits_check" CHECK ("offers"."most_per_person" > 0 and "offers"."most_units" > 0)
);
--> statement-breakpoint
ALTER TABLE "order_items" ADD COLUMN "offer_id" integer;--> statement-breakpoint
ALTER TABLE "pickup_reservations" ADD COLUMN "offer_id" integer;--> statement-breakpoint
CREATE INDEX "offers_ends_idx" ON "offers" USING btree ("ends_at","id");--> statement-breakpoint
CREATE INDEX "order_items_offer_idx" ON "order_items" USING btree ("offer_id","order_id") WHERE "order_items"."offer_id" is not null;--> statement-breakpoint
CREATE INDEX "pickup_reservations_offer_idx" ON "pickup_reservations" USING btree ("offer_id","user_id") WHERE "pickup_reservations"."offer_id" is not null;--> statement-breakpoint
CREATE TRIGGER offers_announce AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON offers FOR EACH STATEMENT EXECUTE FUNCTION announce_catalogue_change();
