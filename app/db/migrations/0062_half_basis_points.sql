ALTER TABLE "tax_by_rule" ALTER COLUMN "rate" SET DATA TYPE double precision;--> statement-breakpoint
ALTER TABLE "tax_rules" ALTER COLUMN "rate" SET DATA TYPE double precision;