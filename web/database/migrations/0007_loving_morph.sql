-- What a volunteer recorded is a Venmo transfer; `venmo` is the gateway's word for a payment online.
UPDATE "offline_payments" SET "how" = 'venmo-transfer' WHERE "how" = 'venmo';--> statement-breakpoint
UPDATE "registrations" SET "paid_by" = 'venmo-transfer' WHERE "paid_by" = 'venmo';--> statement-breakpoint
ALTER TABLE "offline_payments" ADD CONSTRAINT "offline_payments_how_check" CHECK ("offline_payments"."how" in ('check', 'cash', 'venmo-transfer'));--> statement-breakpoint
ALTER TABLE "registrations" ADD CONSTRAINT "registrations_paid_by_check" CHECK ("registrations"."paid_by" in ('card', 'check', 'cash', 'venmo-transfer'));