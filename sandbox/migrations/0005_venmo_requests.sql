ALTER TABLE "venmo_contexts" ADD COLUMN "display_name" text;--> statement-breakpoint
ALTER TABLE "venmo_contexts" ADD COLUMN "request" jsonb DEFAULT '{}'::jsonb NOT NULL;