CREATE SEQUENCE "public"."family_numbers" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1001 CACHE 1;--> statement-breakpoint
-- No number is given twice, not even one of an account that is gone.
SELECT setval('family_numbers', last_value, is_called) FROM "accounts_number_seq";--> statement-breakpoint
ALTER TABLE "accounts" ALTER COLUMN "number" DROP IDENTITY;--> statement-breakpoint
ALTER TABLE "accounts" ALTER COLUMN "number" SET DEFAULT nextval('family_numbers');--> statement-breakpoint
ALTER TABLE "donations" ADD COLUMN "family_id" uuid;--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "family_id" uuid;--> statement-breakpoint
ALTER TABLE "charges" ADD COLUMN "family_id" uuid;--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "family_id" uuid;--> statement-breakpoint
ALTER TABLE "families" ADD COLUMN "number" integer DEFAULT nextval('family_numbers') NOT NULL;--> statement-breakpoint
ALTER TABLE "people" ADD COLUMN "family_id" uuid;--> statement-breakpoint
ALTER TABLE "offline_payments" ADD COLUMN "family_id" uuid;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "family_id" uuid;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "made_by" text;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "family_id" uuid;--> statement-breakpoint
ALTER TABLE "registrations" ADD COLUMN "family_id" uuid;--> statement-breakpoint
ALTER TABLE "registrations" ADD COLUMN "removed_why" text;--> statement-breakpoint
ALTER TABLE "registrations" ADD COLUMN "replaces_id" integer;--> statement-breakpoint
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_family_id_families_id_fk" FOREIGN KEY ("family_id") REFERENCES "public"."families"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "registrations" ADD CONSTRAINT "registrations_replaces_id_registrations_id_fk" FOREIGN KEY ("replaces_id") REFERENCES "public"."registrations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "donations_family_idx" ON "donations" USING btree ("family_id");--> statement-breakpoint
CREATE INDEX "mails_family_idx" ON "mails" USING btree ("family_id");--> statement-breakpoint
CREATE INDEX "charges_family_idx" ON "charges" USING btree ("family_id");--> statement-breakpoint
CREATE INDEX "accounts_family_idx" ON "accounts" USING btree ("family_id");--> statement-breakpoint
CREATE UNIQUE INDEX "families_number_key" ON "families" USING btree ("number");--> statement-breakpoint
CREATE INDEX "people_family_idx" ON "people" USING btree ("family_id");--> statement-breakpoint
CREATE INDEX "offline_payments_family_idx" ON "offline_payments" USING btree ("family_id");--> statement-breakpoint
CREATE INDEX "orders_family_idx" ON "orders" USING btree ("family_id");--> statement-breakpoint
CREATE INDEX "refunds_family_idx" ON "refunds" USING btree ("family_id");--> statement-breakpoint
CREATE INDEX "registrations_family_idx" ON "registrations" USING btree ("family_id");--> statement-breakpoint
CREATE INDEX "registrations_replaces_idx" ON "registrations" USING btree ("replaces_id") WHERE "registrations"."replaces_id" is not null;--> statement-breakpoint
ALTER TABLE "registrations" ADD CONSTRAINT "registrations_removed_why_check" CHECK ("registrations"."removed_why" in ('family', 'desk', 'moved', 'closed'));--> statement-breakpoint
INSERT INTO "families" ("number", "created_at") SELECT "number", "created_at" FROM "accounts";--> statement-breakpoint
UPDATE "accounts" SET "family_id" = "families"."id" FROM "families" WHERE "families"."number" = "accounts"."number";--> statement-breakpoint
UPDATE "people" SET "family_id" = "accounts"."family_id" FROM "accounts" WHERE "accounts"."id" = "people"."account_id";--> statement-breakpoint
UPDATE "orders" SET "family_id" = "accounts"."family_id" FROM "accounts" WHERE "accounts"."id" = "orders"."account_id";--> statement-breakpoint
UPDATE "charges" SET "family_id" = "accounts"."family_id" FROM "accounts" WHERE "accounts"."id" = "charges"."account_id";--> statement-breakpoint
UPDATE "donations" SET "family_id" = "accounts"."family_id" FROM "accounts" WHERE "accounts"."id" = "donations"."account_id";--> statement-breakpoint
UPDATE "refunds" SET "family_id" = "accounts"."family_id" FROM "accounts" WHERE "accounts"."id" = "refunds"."account_id";--> statement-breakpoint
UPDATE "offline_payments" SET "family_id" = "accounts"."family_id" FROM "accounts" WHERE "accounts"."id" = "offline_payments"."account_id";--> statement-breakpoint
UPDATE "registrations" SET "family_id" = "accounts"."family_id" FROM "accounts" WHERE "accounts"."id" = "registrations"."account_id";--> statement-breakpoint
UPDATE "mails" SET "family_id" = "accounts"."family_id" FROM "accounts" WHERE "accounts"."id" = "mails"."account_id";--> statement-breakpoint
UPDATE "refunds" SET "ended_by" = 'command:' || "ended_by" WHERE "ended_by" IS NOT NULL;--> statement-breakpoint
UPDATE "offline_payments" SET "recorded_by" = 'command:' || "recorded_by", "taken_back_by" = 'command:' || "taken_back_by";--> statement-breakpoint
UPDATE "registrations" SET "removed_why" = CASE WHEN "removed_by" IS NULL THEN 'family' ELSE 'desk' END, "removed_by" = 'command:' || "removed_by" WHERE "removed_at" IS NOT NULL;
