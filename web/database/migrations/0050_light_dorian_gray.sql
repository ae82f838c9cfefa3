ALTER TABLE "programme" ADD COLUMN "limits" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "programme" ADD COLUMN "reliability_page" boolean DEFAULT false NOT NULL;