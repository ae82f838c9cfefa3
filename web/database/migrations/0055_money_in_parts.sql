CREATE TABLE "money_acts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"family_id" uuid NOT NULL,
	"registration_id" integer,
	"kind" text NOT NULL,
	"cents" integer NOT NULL,
	"details" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"reason" text NOT NULL,
	"state" text NOT NULL,
	"asked_by" text NOT NULL,
	"asked_at" timestamp with time zone DEFAULT now() NOT NULL,
	"decided_by" text,
	"decided_at" timestamp with time zone,
	"is_alone" boolean DEFAULT false NOT NULL,
	CONSTRAINT "money_acts_kind_check" CHECK ("money_acts"."kind" in ('give up', 'give back', 'waive', 'pay out')),
	CONSTRAINT "money_acts_state_check" CHECK ("money_acts"."state" in ('asked', 'done', 'refused')),
	CONSTRAINT "money_acts_cents_check" CHECK ("money_acts"."cents" >= 0)
);
--> statement-breakpoint
ALTER TABLE "postings" DROP CONSTRAINT "postings_kind_check";--> statement-breakpoint
DROP INDEX "refunds_registration_key";--> statement-breakpoint
ALTER TABLE "refunds" ALTER COLUMN "registration_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "postings" ADD COLUMN "reason" text;--> statement-breakpoint
ALTER TABLE "charges" ADD COLUMN "credit_cents" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "offline_payments" ADD COLUMN "reference" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "offline_payments" ADD COLUMN "together_id" uuid;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "how" text;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "reference" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "given_on" date;--> statement-breakpoint
ALTER TABLE "money_acts" ADD CONSTRAINT "money_acts_registration_id_registrations_id_fk" FOREIGN KEY ("registration_id") REFERENCES "public"."registrations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "money_acts_family_idx" ON "money_acts" USING btree ("family_id","asked_at");--> statement-breakpoint
CREATE INDEX "money_acts_asked_idx" ON "money_acts" USING btree ("asked_at") WHERE "money_acts"."state" = 'asked';--> statement-breakpoint
CREATE INDEX "money_acts_registration_idx" ON "money_acts" USING btree ("registration_id");--> statement-breakpoint
CREATE INDEX "postings_credit_idx" ON "postings" USING btree ("family_id") WHERE "postings"."registration_id" is null;--> statement-breakpoint
CREATE INDEX "charges_credit_idx" ON "charges" USING btree ("account_id") WHERE "charges"."credit_cents" > 0 and "charges"."state" in ('pending', 'unknown');--> statement-breakpoint
CREATE INDEX "offline_payments_together_idx" ON "offline_payments" USING btree ("together_id") WHERE "offline_payments"."together_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "refunds_registration_key" ON "refunds" USING btree ("registration_id","charge_id") WHERE "refunds"."state" in ('pending', 'unknown', 'queued');--> statement-breakpoint
ALTER TABLE "postings" ADD CONSTRAINT "postings_kind_check" CHECK ("postings"."kind" in ('price', 'waived', 'fee', 'given up', 'paid', 'taken back', 'not settled', 'refunded', 'came back', 'moved'));--> statement-breakpoint
ALTER TABLE "charges" ADD CONSTRAINT "charges_credit_check" CHECK ("charges"."credit_cents" >= 0);--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_how_check" CHECK ("refunds"."how" in ('check', 'cash', 'venmo-transfer'));--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_place_check" CHECK ("refunds"."registration_id" is not null or "refunds"."charge_id" is null);