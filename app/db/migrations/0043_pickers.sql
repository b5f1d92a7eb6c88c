ALTER TABLE "hand_overs" ADD COLUMN "picker_id" uuid;--> statement-breakpoint
CREATE INDEX "hand_overs_picker_idx" ON "hand_overs" USING btree ("picker_id") WHERE "hand_overs"."picker_id" is not null;