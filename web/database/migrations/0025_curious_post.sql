ALTER TABLE "releases" DROP CONSTRAINT "releases_how_check";--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "release_signed_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "accounts_unsigned_idx" ON "accounts" USING btree ("id") WHERE "accounts"."release_signed_at" is null;--> statement-breakpoint
ALTER TABLE "releases" ADD CONSTRAINT "releases_how_check" CHECK ("releases"."how" in ('sign-up', 'welcome', 'site', 'paper'));