ALTER TABLE "merchants" ADD COLUMN "webhook_delay_seconds" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "merchants" ADD COLUMN "webhook_repeats" integer DEFAULT 0 NOT NULL;