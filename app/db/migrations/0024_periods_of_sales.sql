ALTER TABLE "sales_by_product" DROP CONSTRAINT "sales_by_product_grain_check";--> statement-breakpoint
ALTER TABLE "sales_by_product" ADD CONSTRAINT "sales_by_product_grain_check" CHECK ("sales_by_product"."grain" in ('day', 'month', 'year', 'century'));--> statement-breakpoint
INSERT INTO "sales_by_product" ("grain", "starts_on", "product_id", "units", "revenue")
SELECT "period", date_trunc("period", "starts_on")::date, "product_id", sum("units"), sum("revenue")
FROM "sales_by_product" CROSS JOIN unnest(array['year', 'century']) AS "period"
WHERE "grain" = 'month' GROUP BY 1, 2, 3 ORDER BY 1, 2, 3;
