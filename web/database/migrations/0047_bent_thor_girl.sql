CREATE INDEX "mails_kind_idx" ON "mails" USING btree ("kind","id");--> statement-breakpoint
CREATE INDEX "mails_sent_idx" ON "mails" USING btree ("id") WHERE "mails"."sent_at" is not null;--> statement-breakpoint
CREATE INDEX "changes_meeting_idx" ON "changes" USING btree ("meeting_id") WHERE "changes"."meeting_id" is not null;--> statement-breakpoint
CREATE INDEX "changes_what_idx" ON "changes" USING btree ("what","id");--> statement-breakpoint
CREATE INDEX "changes_actor_idx" ON "changes" USING btree ("actor" text_pattern_ops,"id");