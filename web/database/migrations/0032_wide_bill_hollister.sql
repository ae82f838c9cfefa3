ALTER TABLE "mails" ADD COLUMN "is_copy" boolean DEFAULT false NOT NULL;--> statement-breakpoint
UPDATE "mails" SET "is_copy" = true WHERE "kind" = 'message' AND ("source" ->> 'isCopy' = 'true' OR position('This is a copy of what we wrote to' in "text") > 0);
