CREATE TABLE "file_stores" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL
);
