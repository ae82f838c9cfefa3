ALTER TABLE "offline_payments" ADD COLUMN "received_on" date;--> statement-breakpoint
UPDATE "offline_payments" SET "received_on" = ("recorded_at" AT TIME ZONE coalesce((SELECT "time_zone" FROM "programme" LIMIT 1), 'UTC'))::date;--> statement-breakpoint
ALTER TABLE "offline_payments" ALTER COLUMN "received_on" SET NOT NULL;