CREATE INDEX "sessions_opens_idx" ON "sessions" USING btree ("opens_at") WHERE "sessions"."opens_at" is not null;--> statement-breakpoint
CREATE INDEX "messages_written_by_idx" ON "messages" USING btree ("written_by");--> statement-breakpoint
CREATE INDEX "guardian_addresses_unconfirmed_idx" ON "guardian_addresses" USING btree ("asked_at") WHERE "guardian_addresses"."confirmed_at" is null;