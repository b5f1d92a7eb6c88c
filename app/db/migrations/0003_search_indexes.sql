DROP INDEX "search_words_trigram_idx";--> statement-breakpoint
CREATE INDEX "products_name_words_idx" ON "products" USING gin (to_tsvector('storefront', "name"));