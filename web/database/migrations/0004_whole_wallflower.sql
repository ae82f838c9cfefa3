CREATE TABLE "former_names" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "former_names_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"account_id" uuid NOT NULL,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"until" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "first_name" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "last_name" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "sign_ins" ADD COLUMN "id" uuid DEFAULT gen_random_uuid() NOT NULL;--> statement-breakpoint
ALTER TABLE "sign_ins" ADD COLUMN "device" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "former_names" ADD CONSTRAINT "former_names_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "former_names_account_idx" ON "former_names" USING btree ("account_id");
--> statement-breakpoint
UPDATE "people" SET
	"first_name" = trim(regexp_replace("first_name", '[[:cntrl:][:space:]]+', ' ', 'g')),
	"last_name" = trim(regexp_replace("last_name", '[[:cntrl:][:space:]]+', ' ', 'g'));
--> statement-breakpoint
UPDATE "accounts" SET "first_name" = "holder"."first_name", "last_name" = "holder"."last_name"
FROM "people" AS "holder"
WHERE "holder"."account_id" = "accounts"."id"
	AND "holder"."role" = CASE "accounts"."kind" WHEN 'player' THEN 'myself' ELSE 'parent' END;
--> statement-breakpoint
INSERT INTO "former_names" ("account_id", "first_name", "last_name")
SELECT "accounts"."id", "contact"."first_name", "contact"."last_name"
FROM "accounts" JOIN "people" AS "contact" ON "contact"."account_id" = "accounts"."id" AND "contact"."role" = 'parent'
WHERE "accounts"."kind" = 'player';
--> statement-breakpoint
ALTER TABLE "accounts" ALTER COLUMN "first_name" DROP DEFAULT;
--> statement-breakpoint
ALTER TABLE "accounts" ALTER COLUMN "last_name" DROP DEFAULT;
