CREATE TABLE "releases" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "releases_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"account_id" uuid NOT NULL,
	"version" text NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"how" text NOT NULL,
	"by" text NOT NULL,
	"address" text,
	CONSTRAINT "releases_how_check" CHECK ("releases"."how" in ('sign-up', 'welcome', 'paper'))
);
--> statement-breakpoint
ALTER TABLE "accounts" ALTER COLUMN "email" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "accounts" ALTER COLUMN "password_hash" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "accounts" ALTER COLUMN "liability_version" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "accounts" ALTER COLUMN "liability_agreed_at" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "accounts" ALTER COLUMN "liability_address" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "kind" text;--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "reply_to" text;--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "message_id" uuid;--> statement-breakpoint
-- Apart from the column: with it, every mail would be written anew while nobody could send one.
ALTER TABLE "mails" ALTER COLUMN "message_id" SET DEFAULT gen_random_uuid();--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "source" jsonb;--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "body_erased_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "made_by" text;--> statement-breakpoint
ALTER TABLE "releases" ADD CONSTRAINT "releases_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "releases_account_version_key" ON "releases" USING btree ("account_id","version");--> statement-breakpoint
INSERT INTO "releases" ("account_id", "version", "at", "how", "by", "address") SELECT "id", "liability_version", "liability_agreed_at", 'sign-up', 'family:' || "family_id", "liability_address" FROM "accounts" WHERE "family_id" IS NOT NULL;
