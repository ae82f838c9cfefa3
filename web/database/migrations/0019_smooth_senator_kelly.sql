CREATE TABLE "guardian_addresses" (
	"account_id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"asked_at" timestamp with time zone DEFAULT now() NOT NULL,
	"confirmed_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "people" ADD COLUMN "search" "tsvector";--> statement-breakpoint
ALTER TABLE "guardian_addresses" ADD CONSTRAINT "guardian_addresses_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "people_search_idx" ON "people" USING gin ("search");--> statement-breakpoint
CREATE INDEX "people_not_searchable_idx" ON "people" USING btree ("id") WHERE "people"."search" is null;