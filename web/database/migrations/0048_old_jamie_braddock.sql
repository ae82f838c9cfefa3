ALTER TABLE "programme" ADD COLUMN "accent" text;--> statement-breakpoint
ALTER TABLE "programme" ADD COLUMN "logo" text;