CREATE TABLE "season_pictures" (
	"name" text PRIMARY KEY NOT NULL,
	"img" text NOT NULL
);
