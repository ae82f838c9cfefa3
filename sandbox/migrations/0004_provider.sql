CREATE TABLE "provider_sessions" (
	"id" text PRIMARY KEY NOT NULL,
	"merchant_id" text NOT NULL,
	"site" text,
	"bin" text,
	"created_at" timestamp with time zone DEFAULT date_trunc('second', now()) NOT NULL
);
--> statement-breakpoint
ALTER TABLE "three_d_secure_authentications" ADD COLUMN "request" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "three_d_secure_authentications" ADD COLUMN "shown_by" text;--> statement-breakpoint
ALTER TABLE "three_d_secure_authentications" ADD COLUMN "answer" text;