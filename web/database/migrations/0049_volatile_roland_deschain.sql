ALTER TABLE "season_drafts" ADD COLUMN "structure" jsonb;--> statement-breakpoint
ALTER TABLE "season_revisions" ADD COLUMN "structure" jsonb;--> statement-breakpoint
CREATE OR REPLACE FUNCTION "forget_older_structure"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW."text" IS DISTINCT FROM OLD."text" AND NEW."structure" IS NOT DISTINCT FROM OLD."structure" THEN
    NEW."structure" := NULL;
  END IF;
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER "season_drafts_structure" BEFORE UPDATE ON "season_drafts" FOR EACH ROW EXECUTE FUNCTION "forget_older_structure"();--> statement-breakpoint
CREATE TRIGGER "season_revisions_structure" BEFORE UPDATE ON "season_revisions" FOR EACH ROW EXECUTE FUNCTION "forget_older_structure"();
