DROP INDEX "refunds_owed_idx";--> statement-breakpoint
CREATE INDEX "refunds_owed_idx" ON "refunds" USING btree ("created_at") WHERE "refunds"."state" in ('owed', 'reclaimed');