CREATE TABLE "alarms" (
	"kind" text PRIMARY KEY NOT NULL,
	"begun_at" timestamp with time zone DEFAULT now() NOT NULL,
	"says" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "heartbeats" (
	"minute" timestamp with time zone PRIMARY KEY NOT NULL
);
--> statement-breakpoint
CREATE TABLE "marks" (
	"name" text PRIMARY KEY NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"note" text,
	CONSTRAINT "marks_name_check" CHECK ("marks"."name" in ('backup', 'trial', 'restore', 'standstill', 'list'))
);
