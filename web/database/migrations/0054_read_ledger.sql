-- alone: a version before reads the columns that go here.
CREATE TABLE "before_ledger" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "before_ledger_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"row" jsonb NOT NULL
);--> statement-breakpoint
ALTER TABLE "refunds" DROP CONSTRAINT "refunds_state_check";--> statement-breakpoint
ALTER TABLE "refunds" DROP CONSTRAINT "refunds_done_has_transaction";--> statement-breakpoint
ALTER TABLE "registrations" DROP CONSTRAINT "registrations_paid_by_check";--> statement-breakpoint
ALTER TABLE "registrations" DROP CONSTRAINT "registrations_free_check";--> statement-breakpoint
ALTER TABLE "registrations" DROP CONSTRAINT "registrations_paid_check";--> statement-breakpoint
ALTER TABLE "registrations" DROP CONSTRAINT "registrations_online_has_charge";--> statement-breakpoint
ALTER TABLE "registrations" DROP CONSTRAINT "registrations_offline_payment_id_offline_payments_id_fk";--> statement-breakpoint
DROP INDEX "refunds_owed_idx";--> statement-breakpoint
DROP INDEX "registrations_offline_payment_idx";--> statement-breakpoint
DROP INDEX "refunds_registration_key";--> statement-breakpoint
DROP INDEX "registrations_charge_idx";--> statement-breakpoint
DROP INDEX "registrations_unpaid_idx";--> statement-breakpoint
INSERT INTO "before_ledger" ("row") SELECT jsonb_build_object('registration', "id", 'paid_at', "paid_at", 'paid_how', "paid_how", 'offline_payment_id', "offline_payment_id", 'charge_id', "charge_id") FROM "registrations" ORDER BY "id";--> statement-breakpoint
INSERT INTO "before_ledger" ("row") SELECT jsonb_build_object('refund', "id", 'registration', "registration_id", 'state', "state", 'over_at', "over_at") FROM "refunds" WHERE "state" IN ('owed', 'returned', 'reclaimed', 'repaid') ORDER BY "created_at", "id";--> statement-breakpoint
ALTER TABLE "postings" DISABLE TRIGGER USER;--> statement-breakpoint
-- What was paid by hand without a recorded payment gets one, which takes its number from its place as its receipt did.
INSERT INTO "offline_payments" ("account_id", "family_id", "amount_cents", "how", "recorded_at", "received_on", "recorded_by", "key")
SELECT "account_id", "family_id", "price_cents", "paid_how", "paid_at",
  ("paid_at" AT TIME ZONE coalesce((SELECT "time_zone" FROM "programme" LIMIT 1), 'UTC'))::date, 'site', md5('registration ' || "id")::uuid
FROM "registrations" WHERE "paid_how" IN ('check', 'cash', 'venmo-transfer') AND "offline_payment_id" IS NULL AND "price_cents" > 0 ORDER BY "id";--> statement-breakpoint
UPDATE "registrations" SET "offline_payment_id" = "offline_payments"."id" FROM "offline_payments"
WHERE "offline_payments"."key" = md5('registration ' || "registrations"."id")::uuid;--> statement-breakpoint
UPDATE "postings" SET "recorded_id" = "registrations"."offline_payment_id" FROM "registrations"
WHERE "registrations"."id" = "postings"."registration_id" AND "postings"."kind" IN ('paid', 'refunded') AND "postings"."charge_id" IS NULL
  AND "postings"."recorded_id" IS NULL AND "registrations"."offline_payment_id" IS NOT NULL;--> statement-breakpoint
UPDATE "receipts" SET "offline_payment_id" = "registrations"."offline_payment_id" FROM "registrations"
WHERE "receipts"."charge_id" IS NULL AND "receipts"."offline_payment_id" IS NULL AND "registrations"."offline_payment_id" IS NOT NULL
  AND "receipts"."places" @> jsonb_build_array(jsonb_build_object('id', "registrations"."id"));--> statement-breakpoint
-- The end of a charge leaves its place to the ledger.
UPDATE "registrations" SET "charge_id" = NULL WHERE "charge_id" IS NOT NULL AND "charge_cents" IS NULL;--> statement-breakpoint
-- What a hand gave back is a refund of its own; what came back first has failed.
INSERT INTO "refunds" ("id", "registration_id", "account_id", "family_id", "amount_cents", "state", "created_at", "over_at", "ended_by")
SELECT md5('returned ' || "id")::uuid, "registration_id", "account_id", "family_id", "amount_cents", 'done', coalesce("over_at", "created_at"),
  coalesce("over_at", "created_at"), "ended_by" FROM "refunds" WHERE "state" = 'returned' AND "transaction_id" IS NOT NULL;--> statement-breakpoint
UPDATE "postings" SET "refund_id" = md5('returned ' || "refunds"."id")::uuid FROM "refunds"
WHERE "refunds"."id" = "postings"."refund_id" AND "refunds"."state" = 'returned' AND "refunds"."transaction_id" IS NOT NULL
  AND "postings"."kind" = 'refunded' AND "postings"."id" = (SELECT max("id") FROM "postings" AS "last" WHERE "last"."refund_id" = "refunds"."id");--> statement-breakpoint
UPDATE "refunds" SET "state" = 'failed', "over_at" = coalesce("over_at", "created_at") WHERE "state" IN ('owed', 'returned') AND "transaction_id" IS NOT NULL;--> statement-breakpoint
UPDATE "refunds" SET "state" = 'done', "over_at" = coalesce((SELECT max("at") FROM "postings" WHERE "postings"."refund_id" = "refunds"."id"
  AND "postings"."kind" = 'refunded'), "over_at", "created_at") WHERE "state" IN ('returned', 'reclaimed', 'repaid');--> statement-breakpoint
DELETE FROM "refunds" WHERE "state" = 'owed';--> statement-breakpoint
ALTER TABLE "postings" ENABLE TRIGGER USER;--> statement-breakpoint
DO $$
DECLARE
  wrong text;
BEGIN
  SELECT string_agg('registration ' || registration_id || ' was paid by nothing', '; ') INTO wrong FROM postings
  WHERE kind = 'paid' AND registration_id IS NOT NULL AND charge_id IS NULL AND recorded_id IS NULL;
  IF wrong IS NOT NULL THEN RAISE EXCEPTION 'The ledger names no payment: %', wrong; END IF;
END
$$;--> statement-breakpoint
CREATE INDEX "registrations_open_idx" ON "registrations" USING btree ("family_id") WHERE "registrations"."due_cents" < 0 or ("registrations"."due_cents" > 0 and "registrations"."removed_at" is not null);--> statement-breakpoint
CREATE UNIQUE INDEX "refunds_registration_key" ON "refunds" USING btree ("registration_id") WHERE "refunds"."state" in ('pending', 'unknown', 'queued');--> statement-breakpoint
CREATE INDEX "registrations_charge_idx" ON "registrations" USING btree ("charge_id") WHERE "registrations"."charge_id" is not null;--> statement-breakpoint
CREATE INDEX "registrations_unpaid_idx" ON "registrations" USING btree ("session_id") WHERE "registrations"."due_cents" > 0 and "registrations"."charge_id" is null and "registrations"."removed_at" is null;--> statement-breakpoint
ALTER TABLE "registrations" DROP COLUMN "offline_payment_id";--> statement-breakpoint
ALTER TABLE "registrations" DROP COLUMN "paid_at";--> statement-breakpoint
ALTER TABLE "registrations" DROP COLUMN "paid_how";--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_state_check" CHECK ("refunds"."state" in ('pending', 'unknown', 'queued', 'done', 'failed'));--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_done_has_transaction" CHECK ("refunds"."state" <> 'done' or "refunds"."charge_id" is null or "refunds"."transaction_id" is not null);--> statement-breakpoint
ALTER TABLE "registrations" ADD CONSTRAINT "registrations_charge_cents_check" CHECK (("registrations"."charge_id" is null) = ("registrations"."charge_cents" is null));
