ALTER TABLE "meeting_guests" ADD COLUMN "taken_off_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "care_notes" ADD COLUMN "told_erases_on" date;