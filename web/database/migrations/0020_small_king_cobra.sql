CREATE TABLE "meeting_notes" (
	"meeting_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"note" text NOT NULL,
	"written_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "meeting_notes_pkey" PRIMARY KEY("meeting_id","account_id"),
	CONSTRAINT "meeting_notes_length_check" CHECK (length("meeting_notes"."note") <= 2000)
);
--> statement-breakpoint
ALTER TABLE "meeting_notes" ADD CONSTRAINT "meeting_notes_meeting_id_meetings_id_fk" FOREIGN KEY ("meeting_id") REFERENCES "public"."meetings"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "meeting_notes" ADD CONSTRAINT "meeting_notes_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "meeting_notes_account_idx" ON "meeting_notes" USING btree ("account_id");--> statement-breakpoint
CREATE UNIQUE INDEX "attendance_phone_seq_key" ON "attendance" USING btree ("phone","seq");