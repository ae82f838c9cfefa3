ALTER TABLE "registrations" DROP CONSTRAINT "registrations_paid_by_check";--> statement-breakpoint
ALTER TABLE "registrations" DROP CONSTRAINT "registrations_online_has_charge";--> statement-breakpoint
ALTER TABLE "registrations" ADD CONSTRAINT "registrations_free_check" CHECK ("registrations"."paid_by" <> 'free' or "registrations"."price_cents" = 0);--> statement-breakpoint
ALTER TABLE "registrations" ADD CONSTRAINT "registrations_paid_by_check" CHECK ("registrations"."paid_by" in ('card', 'paypal', 'venmo', 'apple-pay', 'google-pay', 'check', 'cash', 'venmo-transfer', 'free'));--> statement-breakpoint
ALTER TABLE "registrations" ADD CONSTRAINT "registrations_online_has_charge" CHECK (coalesce("registrations"."paid_by" in ('check', 'cash', 'venmo-transfer', 'free'), true) or "registrations"."charge_id" is not null);--> statement-breakpoint
UPDATE "registrations" SET "paid_at" = "created_at", "paid_by" = 'free' WHERE "price_cents" = 0 AND "paid_at" IS NULL AND "charge_id" IS NULL AND "held_until" IS NULL;
