ALTER TABLE "charges" DROP CONSTRAINT "charges_means_check";--> statement-breakpoint
ALTER TABLE "registrations" DROP CONSTRAINT "registrations_paid_by_check";--> statement-breakpoint
ALTER TABLE "registrations" DROP CONSTRAINT "registrations_online_has_charge";--> statement-breakpoint
ALTER TABLE "charges" ADD CONSTRAINT "charges_means_check" CHECK ("charges"."means" in ('card', 'paypal', 'venmo', 'apple-pay', 'google-pay'));--> statement-breakpoint
ALTER TABLE "registrations" ADD CONSTRAINT "registrations_paid_by_check" CHECK ("registrations"."paid_by" in ('card', 'paypal', 'venmo', 'apple-pay', 'google-pay', 'check', 'cash', 'venmo-transfer'));--> statement-breakpoint
ALTER TABLE "registrations" ADD CONSTRAINT "registrations_online_has_charge" CHECK (coalesce("registrations"."paid_by" in ('check', 'cash', 'venmo-transfer'), true) or "registrations"."charge_id" is not null);