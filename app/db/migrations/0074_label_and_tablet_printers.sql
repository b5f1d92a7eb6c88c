ALTER TABLE "print_jobs" DROP CONSTRAINT "print_jobs_kind_check";--> statement-breakpoint
ALTER TABLE "printers" DROP CONSTRAINT "printers_maker_check";--> statement-breakpoint
ALTER TABLE "printers" DROP CONSTRAINT "printers_width_check";--> statement-breakpoint
ALTER TABLE "printers" ADD COLUMN "connection" text DEFAULT 'network' NOT NULL;--> statement-breakpoint
ALTER TABLE "printers" ADD COLUMN "prints_labels" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "print_jobs" ADD CONSTRAINT "print_jobs_kind_check" CHECK ("print_jobs"."kind" in ('receipt','slip','labels','test','drawer'));--> statement-breakpoint
ALTER TABLE "printers" ADD CONSTRAINT "printers_connection_check" CHECK ("printers"."connection" in ('network','tablet'));--> statement-breakpoint
ALTER TABLE "printers" ADD CONSTRAINT "printers_labels_check" CHECK (("printers"."maker" = 'zebra') = ("printers"."width" in (102, 76))
        and ("printers"."maker" <> 'zebra' or ("printers"."connection" = 'tablet'
          and not "printers"."prints_receipts" and not "printers"."prints_slips" and not "printers"."opens_drawer")));--> statement-breakpoint
ALTER TABLE "printers" ADD CONSTRAINT "printers_maker_check" CHECK ("printers"."maker" in ('star','epson','zebra'));--> statement-breakpoint
ALTER TABLE "printers" ADD CONSTRAINT "printers_width_check" CHECK ("printers"."width" in (80, 58, 102, 76));