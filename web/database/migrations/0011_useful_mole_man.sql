ALTER TABLE "charges" DROP CONSTRAINT "charges_ended_how_check";--> statement-breakpoint
ALTER TABLE "charges" ADD COLUMN "ask_settlement_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "charges_ask_settlement_idx" ON "charges" USING btree ("ask_settlement_at") WHERE "charges"."ask_settlement_at" is not null;--> statement-breakpoint
ALTER TABLE "charges" ADD CONSTRAINT "charges_ended_how_check" CHECK ("charges"."ended_how" in ('answer', 'never seen', 'undone', 'not settled'));--> statement-breakpoint
-- Until now nobody asked whether a sale had settled. Older ones have: what was undone since by hand is no news.
UPDATE "charges" SET "ask_settlement_at" = now() WHERE "state" = 'accepted' AND coalesce("ended_at", "created_at") > now() - interval '60 days';
