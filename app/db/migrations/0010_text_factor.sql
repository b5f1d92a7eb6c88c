CREATE TABLE "text_codes" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"user_id" uuid NOT NULL,
	"bound_to" text NOT NULL,
	"phone" text NOT NULL,
	"code_hash" text NOT NULL,
	"status" text DEFAULT 'waiting' NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "text_codes_boundTo_unique" UNIQUE("bound_to"),
	CONSTRAINT "text_codes_status_check" CHECK ("text_codes"."status" in ('waiting','sent','failed','refused'))
);
--> statement-breakpoint
CREATE TABLE "text_factors" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"phone" text NOT NULL,
	"agreed_to" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "text_codes" ADD CONSTRAINT "text_codes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "text_factors" ADD CONSTRAINT "text_factors_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "text_codes_user_id_idx" ON "text_codes" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "text_codes_expires_at_idx" ON "text_codes" USING btree ("expires_at");