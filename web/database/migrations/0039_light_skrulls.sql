ALTER TABLE "events" ADD COLUMN "coach" jsonb;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "bring" jsonb DEFAULT '[]'::jsonb NOT NULL;