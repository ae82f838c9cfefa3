CREATE TABLE "message_sessions" (
	"message_id" uuid NOT NULL,
	"session_id" integer NOT NULL,
	CONSTRAINT "message_sessions_pkey" PRIMARY KEY("message_id","session_id")
);
--> statement-breakpoint
ALTER TABLE "message_sessions" ADD CONSTRAINT "message_sessions_message_id_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message_sessions" ADD CONSTRAINT "message_sessions_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "message_sessions_session_idx" ON "message_sessions" USING btree ("session_id");--> statement-breakpoint
INSERT INTO "message_sessions" SELECT "id", "session_id" FROM "messages" WHERE "session_id" IS NOT NULL;
