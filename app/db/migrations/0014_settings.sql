CREATE TABLE "settings_versions" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"name" text NOT NULL,
	"version" integer NOT NULL,
	"before" jsonb NOT NULL,
	"after" jsonb NOT NULL,
	"changed_by" uuid NOT NULL,
	"changed_by_name" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "settings_versions_name_version_key" ON "settings_versions" USING btree ("name","version");--> statement-breakpoint
CREATE TRIGGER settings_versions_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON settings_versions FOR EACH STATEMENT EXECUTE FUNCTION forbid_rewriting();
