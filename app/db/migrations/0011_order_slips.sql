ALTER TABLE "order_receipts" ADD COLUMN "is_receipt" boolean DEFAULT false NOT NULL;--> statement-breakpoint
UPDATE "order_receipts" SET "is_receipt" = true FROM "orders"
WHERE "orders"."id" = "order_receipts"."order_id" AND "order_receipts"."stored_at" >= "orders"."paid_at";
