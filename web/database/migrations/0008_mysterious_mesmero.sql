ALTER TABLE "charges" RENAME COLUMN "card_label" TO "means_label";--> statement-breakpoint
ALTER TABLE "registrations" DROP CONSTRAINT "registrations_card_has_charge";--> statement-breakpoint
ALTER TABLE "registrations" DROP CONSTRAINT "registrations_paid_by_check";--> statement-breakpoint
ALTER TABLE "charges" ADD COLUMN "means" text;--> statement-breakpoint
ALTER TABLE "charges" ADD CONSTRAINT "charges_means_check" CHECK ("charges"."means" in ('card', 'paypal'));--> statement-breakpoint
-- Until now only cards could pay.
UPDATE "charges" SET "means" = 'card' WHERE "state" = 'accepted';--> statement-breakpoint
ALTER TABLE "charges" ADD CONSTRAINT "charges_accepted_has_means" CHECK ("charges"."state" <> 'accepted' or "charges"."means" is not null);--> statement-breakpoint
ALTER TABLE "registrations" ADD CONSTRAINT "registrations_online_has_charge" CHECK (coalesce("registrations"."paid_by" not in ('card', 'paypal'), true) or "registrations"."charge_id" is not null);--> statement-breakpoint
ALTER TABLE "registrations" ADD CONSTRAINT "registrations_paid_by_check" CHECK ("registrations"."paid_by" in ('card', 'paypal', 'check', 'cash', 'venmo-transfer'));