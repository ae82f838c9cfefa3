ALTER TABLE "sessions" ADD COLUMN "called_off_at" timestamp with time zone;--> statement-breakpoint
UPDATE "sessions" SET "called_off_at" = now() FROM "events"
	WHERE "events"."id" = "sessions"."event_id" AND NOT ("sessions"."is_active" AND "events"."is_active")
	AND "sessions"."ends_on" >= current_date;
