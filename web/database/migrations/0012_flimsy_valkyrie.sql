CREATE INDEX "mails_over_idx" ON "mails" USING btree (coalesce("sent_at", "created_at"));--> statement-breakpoint
CREATE INDEX "accounts_last_login_idx" ON "accounts" USING btree ("last_login_at");--> statement-breakpoint
CREATE INDEX "accounts_never_activated_idx" ON "accounts" USING btree ("link_sent_at") WHERE "accounts"."activated_at" is null;--> statement-breakpoint
CREATE INDEX "sign_ins_expires_idx" ON "sign_ins" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "tokens_expires_idx" ON "tokens" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "tries_window_idx" ON "tries" USING btree ("window_start");--> statement-breakpoint
CREATE INDEX "refunds_registration_idx" ON "refunds" USING btree ("registration_id");--> statement-breakpoint
CREATE INDEX "refunds_account_idx" ON "refunds" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "registrations_person_idx" ON "registrations" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "registrations_offline_payment_idx" ON "registrations" USING btree ("offline_payment_id") WHERE "registrations"."offline_payment_id" is not null;