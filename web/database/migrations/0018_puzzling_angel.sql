CREATE TABLE "absences" (
	"meeting_id" uuid NOT NULL,
	"person_id" uuid NOT NULL,
	"registration_id" integer,
	"reported_at" timestamp with time zone DEFAULT now() NOT NULL,
	"taken_back_at" timestamp with time zone,
	CONSTRAINT "absences_pkey" PRIMARY KEY("meeting_id","person_id")
);
--> statement-breakpoint
CREATE TABLE "attendance" (
	"id" uuid PRIMARY KEY NOT NULL,
	"meeting_id" uuid NOT NULL,
	"person_id" uuid NOT NULL,
	"registration_id" integer,
	"mark" text,
	"collected_by" text,
	"at" timestamp with time zone NOT NULL,
	"phone" uuid NOT NULL,
	"seq" integer NOT NULL,
	"marked_by" uuid,
	"received_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "attendance_mark_check" CHECK ("attendance"."mark" in ('here', 'late', 'absent', 'excused', 'left'))
);
--> statement-breakpoint
CREATE TABLE "care_views" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "care_views_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"person_id" uuid NOT NULL,
	"meeting_id" uuid,
	"account_id" uuid,
	"how" text NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "meeting_coaches" (
	"meeting_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	CONSTRAINT "meeting_coaches_pkey" PRIMARY KEY("meeting_id","account_id")
);
--> statement-breakpoint
CREATE TABLE "meeting_guests" (
	"meeting_id" uuid NOT NULL,
	"person_id" uuid NOT NULL,
	"added_by" text NOT NULL,
	"added_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "meeting_guests_pkey" PRIMARY KEY("meeting_id","person_id")
);
--> statement-breakpoint
CREATE TABLE "meetings" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"session_id" integer NOT NULL,
	"day" date NOT NULL,
	"starts" time NOT NULL,
	"ends" time NOT NULL,
	"court" text,
	"state" text DEFAULT 'planned' NOT NULL,
	"why" text,
	"replaces_id" uuid,
	CONSTRAINT "meetings_state_check" CHECK ("meetings"."state" in ('planned', 'cancelled')),
	CONSTRAINT "meetings_hours_check" CHECK ("meetings"."ends" > "meetings"."starts")
);
--> statement-breakpoint
CREATE TABLE "session_coaches" (
	"session_id" integer NOT NULL,
	"account_id" uuid NOT NULL,
	CONSTRAINT "session_coaches_pkey" PRIMARY KEY("session_id","account_id")
);
--> statement-breakpoint
CREATE TABLE "message_families" (
	"message_id" uuid NOT NULL,
	"family_id" uuid NOT NULL,
	"mail_id" integer,
	CONSTRAINT "message_families_pkey" PRIMARY KEY("message_id","family_id")
);
--> statement-breakpoint
CREATE TABLE "messages" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"session_id" integer,
	"subject" text NOT NULL,
	"text" text NOT NULL,
	"written_by" text NOT NULL,
	"written_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "care_notes" (
	"person_id" uuid PRIMARY KEY NOT NULL,
	"category" text NOT NULL,
	"note" text NOT NULL,
	"what_to_do" text DEFAULT '' NOT NULL,
	"consented_at" timestamp with time zone DEFAULT now() NOT NULL,
	"consented_by" uuid,
	"erases_on" date,
	CONSTRAINT "care_notes_category_check" CHECK ("care_notes"."category" in ('allergy', 'medicine', 'other')),
	CONSTRAINT "care_notes_length_check" CHECK (length("care_notes"."note") <= 2000 and length("care_notes"."what_to_do") <= 2000)
);
--> statement-breakpoint
CREATE TABLE "contacts" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"person_id" uuid NOT NULL,
	"name" text NOT NULL,
	"relation" text NOT NULL,
	"phone" text NOT NULL,
	"may_collect" boolean DEFAULT false NOT NULL,
	"position" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "photo_consents" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "photo_consents_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"person_id" uuid NOT NULL,
	"may_be_shown" boolean NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"by" uuid
);
--> statement-breakpoint
CREATE TABLE "families" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "change_notes" (
	"change_id" integer PRIMARY KEY NOT NULL,
	"words" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "changes" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "changes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"actor" text NOT NULL,
	"what" text NOT NULL,
	"family_id" uuid,
	"person_id" uuid,
	"session_id" integer,
	"meeting_id" uuid,
	"before" jsonb,
	"after" jsonb,
	"reason" text,
	"is_own_family" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "season_drafts" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"base_revision" integer NOT NULL,
	"by" text NOT NULL,
	"text" text NOT NULL,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "season_revisions" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "season_revisions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"by" text NOT NULL,
	"via" text NOT NULL,
	"text" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "authenticators" (
	"account_id" uuid PRIMARY KEY NOT NULL,
	"sealed_secret" text NOT NULL,
	"confirmed_at" timestamp with time zone,
	"last_step" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "invitations" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"roles" jsonb NOT NULL,
	"invited_by" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "member_roles" (
	"account_id" uuid NOT NULL,
	"role" text NOT NULL,
	"first_day" date NOT NULL,
	"last_day" date,
	CONSTRAINT "member_roles_pkey" PRIMARY KEY("account_id","role"),
	CONSTRAINT "member_roles_role_check" CHECK ("member_roles"."role" in ('owner', 'registrar', 'treasurer', 'coach', 'reader')),
	CONSTRAINT "member_roles_days_check" CHECK ("member_roles"."last_day" is null or "member_roles"."last_day" >= "member_roles"."first_day")
);
--> statement-breakpoint
CREATE TABLE "members" (
	"account_id" uuid PRIMARY KEY NOT NULL,
	"joined_at" timestamp with time zone DEFAULT now() NOT NULL,
	"background_check_until" date,
	"safety_training_until" date,
	"warned_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "passkeys" (
	"credential_id" text PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"public_key" text NOT NULL,
	"counter" integer DEFAULT 0 NOT NULL,
	"transports" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "recovery_codes" (
	"code_hash" text PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"used_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "meets" jsonb;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "skips" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "extra" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "court" text;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "opens_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "closed_words" text;--> statement-breakpoint
ALTER TABLE "sign_ins" ADD COLUMN "last_seen_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "sign_ins" ADD COLUMN "second_factor_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "programme" ADD COLUMN "closed_words" text;--> statement-breakpoint
ALTER TABLE "absences" ADD CONSTRAINT "absences_meeting_id_meetings_id_fk" FOREIGN KEY ("meeting_id") REFERENCES "public"."meetings"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "absences" ADD CONSTRAINT "absences_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "absences" ADD CONSTRAINT "absences_registration_id_registrations_id_fk" FOREIGN KEY ("registration_id") REFERENCES "public"."registrations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attendance" ADD CONSTRAINT "attendance_meeting_id_meetings_id_fk" FOREIGN KEY ("meeting_id") REFERENCES "public"."meetings"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attendance" ADD CONSTRAINT "attendance_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attendance" ADD CONSTRAINT "attendance_registration_id_registrations_id_fk" FOREIGN KEY ("registration_id") REFERENCES "public"."registrations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attendance" ADD CONSTRAINT "attendance_marked_by_accounts_id_fk" FOREIGN KEY ("marked_by") REFERENCES "public"."accounts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "care_views" ADD CONSTRAINT "care_views_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "care_views" ADD CONSTRAINT "care_views_meeting_id_meetings_id_fk" FOREIGN KEY ("meeting_id") REFERENCES "public"."meetings"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "care_views" ADD CONSTRAINT "care_views_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "meeting_coaches" ADD CONSTRAINT "meeting_coaches_meeting_id_meetings_id_fk" FOREIGN KEY ("meeting_id") REFERENCES "public"."meetings"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "meeting_coaches" ADD CONSTRAINT "meeting_coaches_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "meeting_guests" ADD CONSTRAINT "meeting_guests_meeting_id_meetings_id_fk" FOREIGN KEY ("meeting_id") REFERENCES "public"."meetings"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "meeting_guests" ADD CONSTRAINT "meeting_guests_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "meetings" ADD CONSTRAINT "meetings_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "meetings" ADD CONSTRAINT "meetings_replaces_fkey" FOREIGN KEY ("replaces_id") REFERENCES "public"."meetings"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "session_coaches" ADD CONSTRAINT "session_coaches_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "session_coaches" ADD CONSTRAINT "session_coaches_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message_families" ADD CONSTRAINT "message_families_message_id_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."messages"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message_families" ADD CONSTRAINT "message_families_family_id_families_id_fk" FOREIGN KEY ("family_id") REFERENCES "public"."families"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message_families" ADD CONSTRAINT "message_families_mail_id_mails_id_fk" FOREIGN KEY ("mail_id") REFERENCES "public"."mails"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "care_notes" ADD CONSTRAINT "care_notes_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "care_notes" ADD CONSTRAINT "care_notes_consented_by_accounts_id_fk" FOREIGN KEY ("consented_by") REFERENCES "public"."accounts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contacts" ADD CONSTRAINT "contacts_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "photo_consents" ADD CONSTRAINT "photo_consents_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "photo_consents" ADD CONSTRAINT "photo_consents_by_accounts_id_fk" FOREIGN KEY ("by") REFERENCES "public"."accounts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "change_notes" ADD CONSTRAINT "change_notes_change_id_changes_id_fk" FOREIGN KEY ("change_id") REFERENCES "public"."changes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "season_drafts" ADD CONSTRAINT "season_drafts_base_revision_season_revisions_id_fk" FOREIGN KEY ("base_revision") REFERENCES "public"."season_revisions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "authenticators" ADD CONSTRAINT "authenticators_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "member_roles" ADD CONSTRAINT "member_roles_account_id_members_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."members"("account_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "members" ADD CONSTRAINT "members_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passkeys" ADD CONSTRAINT "passkeys_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "absences_person_idx" ON "absences" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "absences_registration_idx" ON "absences" USING btree ("registration_id");--> statement-breakpoint
CREATE INDEX "attendance_meeting_idx" ON "attendance" USING btree ("meeting_id","person_id");--> statement-breakpoint
CREATE INDEX "attendance_person_idx" ON "attendance" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "attendance_registration_idx" ON "attendance" USING btree ("registration_id");--> statement-breakpoint
CREATE INDEX "attendance_marked_by_idx" ON "attendance" USING btree ("marked_by");--> statement-breakpoint
CREATE INDEX "care_views_person_idx" ON "care_views" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "care_views_meeting_idx" ON "care_views" USING btree ("meeting_id");--> statement-breakpoint
CREATE INDEX "care_views_account_idx" ON "care_views" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "meeting_coaches_account_idx" ON "meeting_coaches" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "meeting_guests_person_idx" ON "meeting_guests" USING btree ("person_id");--> statement-breakpoint
CREATE UNIQUE INDEX "meetings_planned_key" ON "meetings" USING btree ("session_id","day","starts") WHERE "meetings"."state" = 'planned';--> statement-breakpoint
CREATE INDEX "meetings_session_idx" ON "meetings" USING btree ("session_id","day");--> statement-breakpoint
CREATE INDEX "meetings_day_idx" ON "meetings" USING btree ("day");--> statement-breakpoint
CREATE INDEX "meetings_replaces_idx" ON "meetings" USING btree ("replaces_id");--> statement-breakpoint
CREATE INDEX "session_coaches_account_idx" ON "session_coaches" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "message_families_family_idx" ON "message_families" USING btree ("family_id");--> statement-breakpoint
CREATE INDEX "message_families_mail_idx" ON "message_families" USING btree ("mail_id");--> statement-breakpoint
CREATE INDEX "messages_session_idx" ON "messages" USING btree ("session_id");--> statement-breakpoint
CREATE INDEX "care_notes_consented_by_idx" ON "care_notes" USING btree ("consented_by");--> statement-breakpoint
CREATE INDEX "contacts_person_idx" ON "contacts" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "photo_consents_person_idx" ON "photo_consents" USING btree ("person_id","id");--> statement-breakpoint
CREATE INDEX "photo_consents_by_idx" ON "photo_consents" USING btree ("by");--> statement-breakpoint
CREATE INDEX "changes_at_idx" ON "changes" USING btree ("at");--> statement-breakpoint
CREATE INDEX "changes_family_idx" ON "changes" USING btree ("family_id");--> statement-breakpoint
CREATE INDEX "changes_person_idx" ON "changes" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "changes_session_idx" ON "changes" USING btree ("session_id");--> statement-breakpoint
CREATE INDEX "season_drafts_base_idx" ON "season_drafts" USING btree ("base_revision");--> statement-breakpoint
CREATE INDEX "passkeys_account_idx" ON "passkeys" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "recovery_codes_account_idx" ON "recovery_codes" USING btree ("account_id");