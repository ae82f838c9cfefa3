ALTER TABLE "refunds" DROP CONSTRAINT "refunds_state_check";--> statement-breakpoint
ALTER TABLE "offline_payments" ADD COLUMN "taken_back_cents" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "ended_by" text;--> statement-breakpoint
ALTER TABLE "registrations" ADD COLUMN "removed_by" text;--> statement-breakpoint
ALTER TABLE "offline_payments" ADD CONSTRAINT "offline_payments_taken_back_check" CHECK ("offline_payments"."taken_back_cents" between 0 and "offline_payments"."amount_cents");--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_state_check" CHECK ("refunds"."state" in ('pending', 'unknown', 'queued', 'done', 'failed', 'owed', 'returned', 'reclaimed', 'repaid'));--> statement-breakpoint
UPDATE "offline_payments" SET "taken_back_cents" = "amount_cents" WHERE "taken_back_at" IS NOT NULL;
