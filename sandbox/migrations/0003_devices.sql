CREATE TABLE "device_sessions" (
	"number" bigserial PRIMARY KEY NOT NULL,
	"id" text NOT NULL,
	"collector" text NOT NULL,
	"source" text NOT NULL,
	"site" text,
	"created_at" timestamp with time zone DEFAULT date_trunc('second', now()) NOT NULL
);
