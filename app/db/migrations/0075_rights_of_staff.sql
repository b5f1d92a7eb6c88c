ALTER TABLE "staff_invitations" ADD COLUMN "rights" text[] DEFAULT '{"count"}' NOT NULL;--> statement-breakpoint
ALTER TABLE "staff_invitations" ADD COLUMN "refund_limit" integer;--> statement-breakpoint
ALTER TABLE "staff_invitations" ADD COLUMN "discount_limit" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "user_roles" ADD COLUMN "rights" text[] DEFAULT '{"count"}' NOT NULL;--> statement-breakpoint
ALTER TABLE "user_roles" ADD COLUMN "refund_limit" integer;--> statement-breakpoint
ALTER TABLE "user_roles" ADD COLUMN "discount_limit" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "staff_invitations" ADD CONSTRAINT "staff_invitations_rights_check" CHECK ("staff_invitations"."rights" <@ array['count', 'receive', 'release', 'pause', 'close', 'money', 'people']);--> statement-breakpoint
ALTER TABLE "staff_invitations" ADD CONSTRAINT "staff_invitations_refund_limit_check" CHECK ("staff_invitations"."refund_limit" between 0 and 1000000);--> statement-breakpoint
ALTER TABLE "staff_invitations" ADD CONSTRAINT "staff_invitations_discount_limit_check" CHECK ("staff_invitations"."discount_limit" between 0 and 100);--> statement-breakpoint
ALTER TABLE "user_roles" ADD CONSTRAINT "user_roles_rights_check" CHECK ("user_roles"."rights" <@ array['count', 'receive', 'release', 'pause', 'close', 'money', 'people']);--> statement-breakpoint
ALTER TABLE "user_roles" ADD CONSTRAINT "user_roles_refund_limit_check" CHECK ("user_roles"."refund_limit" between 0 and 1000000);--> statement-breakpoint
ALTER TABLE "user_roles" ADD CONSTRAINT "user_roles_discount_limit_check" CHECK ("user_roles"."discount_limit" between 0 and 100);