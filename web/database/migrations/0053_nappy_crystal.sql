-- alone: a version before would write places without their postings.
CREATE TABLE "postings" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "postings_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"family_id" uuid NOT NULL,
	"registration_id" integer,
	"cents" integer NOT NULL,
	"kind" text NOT NULL,
	"charge_id" uuid,
	"recorded_id" integer,
	"refund_id" uuid,
	"by" text NOT NULL,
	"key" uuid,
	CONSTRAINT "postings_cents_check" CHECK ("postings"."cents" <> 0),
	CONSTRAINT "postings_kind_check" CHECK ("postings"."kind" in ('price', 'given up', 'paid', 'taken back', 'not settled', 'refunded', 'came back')),
	CONSTRAINT "postings_one_payment_check" CHECK ("postings"."charge_id" is null or "postings"."recorded_id" is null)
);
--> statement-breakpoint
ALTER TABLE "registrations" ADD COLUMN "charge_cents" integer;--> statement-breakpoint
ALTER TABLE "registrations" ADD COLUMN "due_cents" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "postings_family_idx" ON "postings" USING btree ("family_id","id");--> statement-breakpoint
CREATE INDEX "postings_registration_idx" ON "postings" USING btree ("registration_id");--> statement-breakpoint
CREATE INDEX "postings_charge_idx" ON "postings" USING btree ("charge_id") WHERE "postings"."charge_id" is not null;--> statement-breakpoint
CREATE INDEX "postings_recorded_idx" ON "postings" USING btree ("recorded_id") WHERE "postings"."recorded_id" is not null;--> statement-breakpoint
CREATE INDEX "postings_refund_idx" ON "postings" USING btree ("refund_id") WHERE "postings"."refund_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "postings_key" ON "postings" USING btree ("key") WHERE "postings"."key" is not null;;--> statement-breakpoint
ALTER TABLE "postings" ADD CONSTRAINT "postings_registration_fk" FOREIGN KEY ("registration_id") REFERENCES "registrations"("id");--> statement-breakpoint
ALTER TABLE "postings" ADD CONSTRAINT "postings_charge_fk" FOREIGN KEY ("charge_id") REFERENCES "charges"("id");--> statement-breakpoint
ALTER TABLE "postings" ADD CONSTRAINT "postings_recorded_fk" FOREIGN KEY ("recorded_id") REFERENCES "offline_payments"("id");--> statement-breakpoint
ALTER TABLE "postings" ADD CONSTRAINT "postings_refund_fk" FOREIGN KEY ("refund_id") REFERENCES "refunds"("id");--> statement-breakpoint
-- What was written before there were families belongs to the family of its account, else to one without a name.
INSERT INTO "families" ("number", "created_at") SELECT "number", "created_at" FROM "accounts" WHERE "family_id" IS NULL ON CONFLICT DO NOTHING;--> statement-breakpoint
UPDATE "accounts" SET "family_id" = "families"."id" FROM "families" WHERE "families"."number" = "accounts"."number" AND "accounts"."family_id" IS NULL;--> statement-breakpoint
UPDATE "orders" SET "family_id" = "accounts"."family_id" FROM "accounts" WHERE "accounts"."id" = "orders"."account_id" AND "orders"."family_id" IS NULL;--> statement-breakpoint
UPDATE "orders" SET "family_id" = gen_random_uuid() WHERE "family_id" IS NULL;--> statement-breakpoint
UPDATE "registrations" SET "family_id" = "orders"."family_id" FROM "orders" WHERE "orders"."id" = "registrations"."order_id" AND "registrations"."family_id" IS NULL;--> statement-breakpoint
UPDATE "offline_payments" SET "family_id" = "accounts"."family_id" FROM "accounts" WHERE "accounts"."id" = "offline_payments"."account_id" AND "offline_payments"."family_id" IS NULL;--> statement-breakpoint
UPDATE "offline_payments" SET "family_id" = coalesce((SELECT "family_id" FROM "registrations" WHERE "offline_payment_id" = "offline_payments"."id" LIMIT 1), gen_random_uuid()) WHERE "family_id" IS NULL;--> statement-breakpoint
UPDATE "charges" SET "family_id" = "accounts"."family_id" FROM "accounts" WHERE "accounts"."id" = "charges"."account_id" AND "charges"."family_id" IS NULL;--> statement-breakpoint
UPDATE "charges" SET "family_id" = coalesce((SELECT "family_id" FROM "registrations" WHERE "charge_id" = "charges"."id" LIMIT 1), gen_random_uuid()) WHERE "family_id" IS NULL AND "ended_how" = 'not settled' AND NOT EXISTS (SELECT FROM "donations" WHERE "donations"."charge_id" = "charges"."id");--> statement-breakpoint
INSERT INTO "families" ("id", "created_at") SELECT "family_id", now() FROM (SELECT "family_id" FROM "orders" UNION SELECT "family_id" FROM "offline_payments" UNION SELECT "family_id" FROM "charges") AS "named" WHERE "family_id" IS NOT NULL AND NOT EXISTS (SELECT FROM "families" WHERE "families"."id" = "named"."family_id");--> statement-breakpoint
UPDATE "refunds" SET "family_id" = "registrations"."family_id" FROM "registrations" WHERE "registrations"."id" = "refunds"."registration_id" AND "refunds"."family_id" IS NULL;--> statement-breakpoint
UPDATE "registrations" SET "charge_cents" = "price_cents" WHERE "charge_id" IS NOT NULL AND "paid_at" IS NULL;--> statement-breakpoint
DO $$
DECLARE
  wrong text;
BEGIN
  CREATE TEMPORARY TABLE places ON COMMIT DROP AS
    SELECT id, family_id, price_cents AS cents, created_at, paid_at, removed_at, removed_by, charge_id, offline_payment_id,
      paid_by IN ('check', 'cash', 'venmo-transfer') AS is_recorded
    FROM registrations WHERE held_until IS NULL AND price_cents > 0;
  CREATE INDEX ON places (id);
  -- What a refund says of its place: the last one of each place that moved money, or was to.
  CREATE TEMPORARY TABLE back ON COMMIT DROP AS
    SELECT refunds.*, (regexp_match(reason, '^payment (\d+) (bounced|was taken back)$'))[1]::int AS taken_back_of,
      state = 'done' OR (state IN ('owed', 'returned') AND transaction_id IS NOT NULL) AS was_made
    FROM refunds;
  -- Places that a charge paid whose money never came.
  CREATE TEMPORARY TABLE unsettled ON COMMIT DROP AS
    SELECT charges.id AS charge_id, places.id, places.family_id, places.cents, charges.created_at, charges.ended_at
    FROM charges
    JOIN places ON charges.pays_for LIKE 'registrations %'
      AND places.id = ANY (string_to_array(substring(charges.pays_for FROM 15), ' ')::int[])
      AND places.charge_id IS DISTINCT FROM charges.id
    WHERE charges.ended_how = 'not settled';
  CREATE TEMPORARY TABLE taken_back ON COMMIT DROP AS
    SELECT back.taken_back_of AS recorded_id, back.registration_id AS id, back.family_id, back.amount_cents AS cents,
      back.id AS refund_id, back.state, back.created_at, offline_payments.recorded_at,
      coalesce(offline_payments.taken_back_at, back.ended_at, back.created_at) AS taken_back_at
    FROM back JOIN offline_payments ON offline_payments.id = back.taken_back_of;

  INSERT INTO postings (at, family_id, registration_id, cents, kind, charge_id, recorded_id, refund_id, by)
  SELECT at, family_id, registration_id, cents, kind, charge_id, recorded_id, refund_id, by FROM (
    SELECT created_at AS at, 0 AS step, family_id, id AS registration_id, cents, 'price' AS kind, NULL::uuid AS charge_id,
      NULL::int AS recorded_id, NULL::uuid AS refund_id, 'site' AS by FROM places
    UNION ALL
    SELECT paid_at, 1, family_id, id, -cents, 'paid', CASE WHEN NOT is_recorded THEN charge_id END,
      CASE WHEN is_recorded THEN offline_payment_id END, NULL, 'site' FROM places WHERE paid_at IS NOT NULL
    UNION ALL
    SELECT created_at, 1, family_id, id, -cents, 'paid', charge_id, NULL, NULL, 'site' FROM unsettled
    UNION ALL
    SELECT recorded_at, 1, family_id, id, -cents, 'paid', NULL, recorded_id, NULL, 'site' FROM taken_back
    UNION ALL
    SELECT removed_at, 2, family_id, id, -cents, 'given up', NULL, NULL, NULL, coalesce(removed_by, 'site') FROM places
    WHERE removed_at IS NOT NULL
    UNION ALL
    SELECT coalesce(CASE WHEN state = 'done' THEN ended_at END, created_at), 3, family_id, registration_id, amount_cents,
      'refunded', charge_id, NULL, id, 'site' FROM back WHERE was_made
    UNION ALL
    SELECT coalesce(ended_at, created_at), 4, family_id, registration_id, -amount_cents, 'came back', charge_id, NULL, id, 'site'
    FROM back WHERE was_made AND state <> 'done'
    UNION ALL
    SELECT coalesce(back.ended_at, back.created_at), 5, back.family_id, registration_id, amount_cents, 'refunded', back.charge_id,
      CASE WHEN back.charge_id IS NULL THEN places.offline_payment_id END, back.id, coalesce(back.ended_by, 'site')
    FROM back JOIN places ON places.id = back.registration_id WHERE state = 'returned'
    UNION ALL
    SELECT created_at, 5, family_id, id, cents, 'refunded', NULL, recorded_id, refund_id, 'site' FROM taken_back
    WHERE state IN ('reclaimed', 'repaid')
    UNION ALL
    SELECT ended_at, 6, family_id, id, cents, 'not settled', charge_id, NULL, NULL, 'site' FROM unsettled
    UNION ALL
    SELECT taken_back_at, 6, family_id, id, cents, 'taken back', NULL, recorded_id, NULL, 'site' FROM taken_back
    UNION ALL
    SELECT coalesce(back.ended_at, back.created_at), 7, back.family_id, registration_id, -amount_cents, 'paid', NULL, taken_back_of,
      back.id, coalesce(ended_by, 'site') FROM back WHERE state = 'repaid' AND taken_back_of IS NOT NULL
    -- No row says which places these paid: both steps stand without a place.
    UNION ALL
    SELECT CASE step WHEN 1 THEN recorded_at ELSE taken_back_at END, step, family_id, NULL, CASE step WHEN 1 THEN -cents ELSE cents END,
      CASE step WHEN 1 THEN 'paid' ELSE 'taken back' END, NULL, id, NULL, 'site'
    FROM (SELECT offline_payments.*, taken_back_cents - coalesce((SELECT sum(taken_back.cents) FROM taken_back
      WHERE taken_back.recorded_id = offline_payments.id), 0) AS cents FROM offline_payments) AS rest, unnest(ARRAY[1, 6]) AS step
    WHERE cents > 0
    UNION ALL
    SELECT CASE step WHEN 1 THEN created_at ELSE ended_at END, step, family_id, NULL, CASE step WHEN 1 THEN -cents ELSE cents END,
      CASE step WHEN 1 THEN 'paid' ELSE 'not settled' END, id, NULL, NULL, 'site'
    FROM (SELECT charges.*, amount_cents - coalesce((SELECT sum(unsettled.cents) FROM unsettled WHERE unsettled.charge_id = charges.id), 0)
      - coalesce((SELECT sum(places.cents) FROM places WHERE places.charge_id = charges.id), 0) AS cents FROM charges
      WHERE ended_how = 'not settled' AND NOT EXISTS (SELECT FROM donations WHERE donations.charge_id = charges.id)) AS rest,
      unnest(ARRAY[1, 6]) AS step
    WHERE cents > 0
  ) AS steps ORDER BY at, registration_id, step;

  UPDATE registrations SET due_cents = posted.cents
  FROM (SELECT registration_id, sum(cents) AS cents FROM postings GROUP BY 1) AS posted
  WHERE posted.registration_id = registrations.id AND posted.cents <> 0;

  -- Each place is due as the rows of before say, and each charge has paid what it took.
  SELECT string_agg('registration ' || id || ' is due ' || due_cents || ', not ' || expected, '; ') INTO wrong FROM (
    SELECT places.id, registrations.due_cents,
      CASE WHEN places.removed_at IS NULL AND places.paid_at IS NULL THEN places.cents
        WHEN places.removed_at IS NOT NULL AND places.paid_at IS NOT NULL THEN -places.cents ELSE 0 END
      + coalesce((SELECT sum(amount_cents) FROM refunds WHERE refunds.registration_id = places.id
        AND (state = 'reclaimed' OR state IN ('done', 'returned') AND places.paid_at IS NOT NULL)), 0) AS expected
    FROM places JOIN registrations ON registrations.id = places.id) AS due
  WHERE due_cents <> expected;
  IF wrong IS NOT NULL THEN RAISE EXCEPTION 'The ledger differs from what it was made of: %', wrong; END IF;
  SELECT string_agg('charge ' || id || ' took ' || amount_cents || ', not ' || posted, '; ') INTO wrong FROM (
    SELECT id, amount_cents, coalesce((SELECT -sum(cents) FROM postings WHERE charge_id = charges.id AND kind IN ('paid', 'not settled')), 0) AS posted
    FROM charges WHERE state = 'accepted' AND EXISTS (SELECT FROM places WHERE places.charge_id = charges.id)) AS taken
  WHERE amount_cents <> posted;
  IF wrong IS NOT NULL THEN RAISE EXCEPTION 'The ledger differs from what it was made of: %', wrong; END IF;
END
$$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    IF EXISTS (SELECT FROM accounts WHERE family_id = OLD.family_id AND is_demo) THEN RETURN OLD; END IF;
  END IF;
  RAISE EXCEPTION 'Rows of % are never changed.', TG_TABLE_NAME USING ERRCODE = 'CS002';
END
$$;--> statement-breakpoint
CREATE TRIGGER "postings_append_only" BEFORE UPDATE OR DELETE ON "postings" FOR EACH ROW EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE TRIGGER "postings_not_truncated" BEFORE TRUNCATE ON "postings" FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE TRIGGER "changes_append_only" BEFORE UPDATE OR DELETE ON "changes" FOR EACH ROW EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE TRIGGER "changes_not_truncated" BEFORE TRUNCATE ON "changes" FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
-- A version before knows none of these names: whatever it does here fails whole, in place of leaving postings out.
ALTER TABLE "registrations" RENAME COLUMN "paid_by" TO "paid_how";--> statement-breakpoint
ALTER TABLE "registrations" RENAME COLUMN "removed_by" TO "given_up_by";--> statement-breakpoint
ALTER TABLE "refunds" RENAME COLUMN "ended_at" TO "over_at";
