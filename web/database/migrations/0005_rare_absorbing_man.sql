ALTER TABLE "mails" ADD COLUMN "account_id" uuid;--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "link_sent_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "last_login_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "erasure_told_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "mails_account_idx" ON "mails" USING btree ("account_id");
--> statement-breakpoint
UPDATE "accounts" SET "last_login_at" = greatest(
	"created_at",
	(SELECT max("created_at") FROM "sign_ins" WHERE "account_id" = "accounts"."id"),
	(SELECT max("created_at") FROM "orders" WHERE "account_id" = "accounts"."id"),
	(SELECT max("created_at") FROM "charges" WHERE "account_id" = "accounts"."id")
);
--> statement-breakpoint
UPDATE "mails" SET "account_id" = "accounts"."id" FROM "accounts" WHERE "accounts"."email" = "mails"."recipient";
