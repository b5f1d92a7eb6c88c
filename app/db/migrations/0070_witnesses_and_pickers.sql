ALTER TABLE "refused_hand_overs" ADD COLUMN "picker_id" uuid;--> statement-breakpoint
ALTER TABLE "waste" ADD COLUMN "witness_id" uuid;--> statement-breakpoint
ALTER TABLE "waste" ADD COLUMN "second_id" uuid;--> statement-breakpoint
CREATE INDEX "refused_hand_overs_picker_idx" ON "refused_hand_overs" USING btree ("picker_id") WHERE "refused_hand_overs"."picker_id" is not null;--> statement-breakpoint
ALTER TABLE "waste" ADD CONSTRAINT "waste_people_check" CHECK (("waste"."witness_id" is null or ("waste"."witness" is not null and "waste"."witness_id" is distinct from "waste"."recorded_by"))
        and ("waste"."second_id" is null or ("waste"."second_name" is not null and "waste"."second_id" is distinct from "waste"."destroyed_by")));