CREATE TABLE "family_merges" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "family_merges_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"from_family_id" uuid NOT NULL,
	"into_family_id" uuid NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"by" text NOT NULL,
	"saved" jsonb
);
--> statement-breakpoint
ALTER TABLE "families" ADD COLUMN "merged_into" uuid;--> statement-breakpoint
ALTER TABLE "family_merges" ADD CONSTRAINT "family_merges_from_family_id_families_id_fk" FOREIGN KEY ("from_family_id") REFERENCES "public"."families"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "family_merges" ADD CONSTRAINT "family_merges_into_family_id_families_id_fk" FOREIGN KEY ("into_family_id") REFERENCES "public"."families"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "family_merges_from_idx" ON "family_merges" USING btree ("from_family_id");--> statement-breakpoint
CREATE INDEX "family_merges_into_idx" ON "family_merges" USING btree ("into_family_id");--> statement-breakpoint
CREATE INDEX "family_merges_saved_idx" ON "family_merges" USING btree ("at") WHERE "family_merges"."saved" is not null;--> statement-breakpoint
ALTER TABLE "families" ADD CONSTRAINT "families_merged_into_families_id_fk" FOREIGN KEY ("merged_into") REFERENCES "public"."families"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "families_merged_into_idx" ON "families" USING btree ("merged_into") WHERE "families"."merged_into" is not null;