CREATE INDEX "accounts_name_idx" ON "accounts" USING btree ("last_name","first_name");--> statement-breakpoint
CREATE INDEX "families_created_idx" ON "families" USING btree ("created_at");