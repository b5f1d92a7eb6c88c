CREATE TABLE "shop_connections" (
	"kind" text PRIMARY KEY NOT NULL,
	"sealed" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"tested_at" timestamp with time zone,
	"trouble" text,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid,
	CONSTRAINT "shop_connections_kind_check" CHECK ("shop_connections"."kind" in ('mail','sms'))
);
--> statement-breakpoint
CREATE TRIGGER shop_connections_announce AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON shop_connections FOR EACH STATEMENT EXECUTE FUNCTION announce_catalogue_change();
