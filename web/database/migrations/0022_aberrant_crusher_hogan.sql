ALTER TABLE "offline_payments" ADD COLUMN "key" uuid;--> statement-breakpoint
CREATE UNIQUE INDEX "offline_payments_key" ON "offline_payments" USING btree ("key");