ALTER TABLE "reservation_lots" ADD COLUMN "packed" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "reservation_lots" ADD CONSTRAINT "reservation_lots_packed_check" CHECK ("reservation_lots"."packed" between 0 and "reservation_lots"."quantity");--> statement-breakpoint
-- The bags of orders that are ready have all their units.
UPDATE "reservation_lots" AS share SET "packed" = share."quantity"
FROM "order_items" AS line JOIN "orders" ON "orders"."id" = line."order_id"
WHERE share."reservation_id" = line."reservation_id" AND share."lot_id" IS NOT NULL AND "orders"."status" = 'ready';
