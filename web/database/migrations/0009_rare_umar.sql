ALTER TABLE "charges" ADD COLUMN "decline_code" text;--> statement-breakpoint
ALTER TABLE "charges" ADD COLUMN "three_d_secure_status" text;--> statement-breakpoint
ALTER TABLE "charges" ADD COLUMN "liability_shifted" boolean;--> statement-breakpoint
ALTER TABLE "charges" ADD COLUMN "liability_shift_possible" boolean;