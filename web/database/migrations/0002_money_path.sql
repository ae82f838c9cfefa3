CREATE SEQUENCE "public"."gift_numbers" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 7001 CACHE 1;--> statement-breakpoint
CREATE SEQUENCE "public"."receipt_numbers" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 5001 CACHE 1;--> statement-breakpoint
DROP INDEX "donations_idempotency_key";--> statement-breakpoint
DROP INDEX "charges_account_idempotency_key";--> statement-breakpoint
ALTER TABLE "donations" ALTER COLUMN "number" DROP IDENTITY;--> statement-breakpoint
ALTER TABLE "donations" ALTER COLUMN "number" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "charges" ALTER COLUMN "number" DROP IDENTITY;--> statement-breakpoint
ALTER TABLE "charges" ALTER COLUMN "number" DROP NOT NULL;--> statement-breakpoint
-- Numbers already given stay; the next ones follow them.
SELECT setval('receipt_numbers', (SELECT greatest(5001, max("number") + 1) FROM "charges"), false);--> statement-breakpoint
SELECT setval('gift_numbers', (SELECT greatest(7001, max("number") + 1) FROM "donations"), false);--> statement-breakpoint
-- As `keyOf` in take.server.ts makes them.
UPDATE "charges" SET "idempotency_key" = encode(sha256(convert_to(coalesce("account_id"::text, "id"::text) || ' ' || "idempotency_key", 'UTF8')), 'hex');--> statement-breakpoint
ALTER TABLE "charges" ADD COLUMN "pays_for" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "charges" ADD COLUMN "ended_how" text;--> statement-breakpoint
ALTER TABLE "charges" ADD COLUMN "is_promised" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "charges" ADD COLUMN "ask_again_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "charges" ADD COLUMN "late_transaction_id" text;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "is_promised" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "ask_again_at" timestamp with time zone;--> statement-breakpoint
CREATE UNIQUE INDEX "charges_idempotency_key" ON "charges" USING btree ("idempotency_key") WHERE "charges"."state" <> 'declined';--> statement-breakpoint
CREATE INDEX "charges_account_idx" ON "charges" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "charges_ask_again_idx" ON "charges" USING btree ("ask_again_at") WHERE "charges"."ask_again_at" is not null;--> statement-breakpoint
CREATE INDEX "refunds_ask_again_idx" ON "refunds" USING btree ("ask_again_at") WHERE "refunds"."ask_again_at" is not null;--> statement-breakpoint
ALTER TABLE "donations" DROP COLUMN "idempotency_key";--> statement-breakpoint
ALTER TABLE "charges" ADD CONSTRAINT "charges_ended_how_check" CHECK ("charges"."ended_how" in ('answer', 'never seen', 'undone'));--> statement-breakpoint
UPDATE "charges" SET "ended_how" = 'answer' WHERE "ended_at" IS NOT NULL;--> statement-breakpoint
-- The gateway is asked once more about each of them.
UPDATE "charges" SET "ended_how" = 'never seen', "ask_again_at" = now() WHERE "state" = 'declined' AND "decline_reason" = 'it never reached the gateway';
