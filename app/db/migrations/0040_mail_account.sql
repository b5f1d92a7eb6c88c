ALTER TABLE "mail_messages" ADD COLUMN "link_opens" text;--> statement-breakpoint
ALTER TABLE "mail_messages" ADD COLUMN "account_id" uuid;--> statement-breakpoint
-- Before the constraint and the index, which are then made once and not row by row: mail waits until all of it is done.
UPDATE "mail_messages" SET "account_id" = "deliveries"."user_id" FROM "deliveries" WHERE "deliveries"."mail_id" = "mail_messages"."id";--> statement-breakpoint
ALTER TABLE "mail_messages" ADD CONSTRAINT "mail_messages_account_id_users_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "mail_messages_account_id_idx" ON "mail_messages" USING btree ("account_id");
