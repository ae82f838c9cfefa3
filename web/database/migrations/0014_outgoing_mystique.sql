CREATE TABLE "tickets" (
	"account_id" uuid PRIMARY KEY NOT NULL,
	"came_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	"awaited_until" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	"admitted_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "tickets" ADD CONSTRAINT "tickets_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;