CREATE TABLE "file_move_rows" (
	"move_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"place" text NOT NULL,
	"is_left_out" boolean NOT NULL,
	"reason" text NOT NULL,
	CONSTRAINT "file_move_rows_move_id_kind_place_reason_pk" PRIMARY KEY("move_id","kind","place","reason")
);
--> statement-breakpoint
CREATE TABLE "file_moves" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"status" text DEFAULT 'choosing' NOT NULL,
	"problem" text,
	"report" jsonb,
	"done" integer DEFAULT 0 NOT NULL,
	"total" integer DEFAULT 0 NOT NULL,
	"beat_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "file_moves_status_check" CHECK ("file_moves"."status" in ('choosing','trying','tried','moving','moved','undoing','undone','failed'))
);
--> statement-breakpoint
CREATE TABLE "move_file_pieces" (
	"file_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"bytes" "bytea" NOT NULL,
	CONSTRAINT "move_file_pieces_file_id_position_pk" PRIMARY KEY("file_id","position")
);
--> statement-breakpoint
CREATE TABLE "move_files" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"move_id" uuid NOT NULL,
	"name" text NOT NULL,
	"encoding" text NOT NULL,
	"decimal_commas" boolean NOT NULL,
	"header" jsonb NOT NULL,
	"head_at" integer NOT NULL,
	"rows" integer NOT NULL,
	"system" text,
	"kind" text,
	"mapping" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "file_move_rows" ADD CONSTRAINT "file_move_rows_move_id_file_moves_id_fk" FOREIGN KEY ("move_id") REFERENCES "public"."file_moves"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "move_file_pieces" ADD CONSTRAINT "move_file_pieces_file_id_move_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."move_files"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "move_files" ADD CONSTRAINT "move_files_move_id_file_moves_id_fk" FOREIGN KEY ("move_id") REFERENCES "public"."file_moves"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "move_files_move_idx" ON "move_files" USING btree ("move_id");