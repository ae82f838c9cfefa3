CREATE TABLE "faults" (
	"merchant_id" text NOT NULL,
	"number" bigserial PRIMARY KEY NOT NULL,
	"operation" text NOT NULL,
	"fault" jsonb NOT NULL,
	"calls" integer DEFAULT 0 NOT NULL,
	"hits" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "merchants" (
	"id" text PRIMARY KEY NOT NULL,
	"number" bigserial NOT NULL,
	"public_key" text NOT NULL,
	"private_key" text NOT NULL,
	"tokenization_key" text NOT NULL,
	"settle_after_seconds" integer DEFAULT 3600 NOT NULL,
	"duplicate_seconds" integer DEFAULT 0 NOT NULL,
	"webhook_url" text,
	"created_at" timestamp with time zone DEFAULT date_trunc('second', now()) NOT NULL
);
--> statement-breakpoint
CREATE TABLE "request_keys" (
	"merchant_id" text NOT NULL,
	"key" text NOT NULL,
	"request_hash" text NOT NULL,
	"status" integer,
	"answer" text,
	"created_at" timestamp with time zone DEFAULT date_trunc('second', now()) NOT NULL,
	CONSTRAINT "request_keys_pk" PRIMARY KEY("merchant_id","key")
);
--> statement-breakpoint
CREATE TABLE "secrets" (
	"id" integer PRIMARY KEY NOT NULL,
	"hash_key" text NOT NULL,
	"signing_key" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "webhooks" (
	"merchant_id" text NOT NULL,
	"number" bigserial PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"subject" text NOT NULL,
	"subject_id" text NOT NULL,
	"url" text NOT NULL,
	"payload" text,
	"tries" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp with time zone,
	"delivered_at" timestamp with time zone,
	"last_answer" text,
	"created_at" timestamp with time zone DEFAULT date_trunc('second', now()) NOT NULL
);
--> statement-breakpoint
CREATE TABLE "analytics_events" (
	"merchant_id" text NOT NULL,
	"number" bigserial PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"session_id" text,
	"integration" text,
	"dropin_version" text,
	"happened_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT date_trunc('second', now()) NOT NULL
);
--> statement-breakpoint
CREATE TABLE "paypal_resources" (
	"merchant_id" text NOT NULL,
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"request" jsonb NOT NULL,
	"status" text NOT NULL,
	"payer_id" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT date_trunc('second', now()) NOT NULL
);
--> statement-breakpoint
CREATE TABLE "three_d_secure_authentications" (
	"merchant_id" text NOT NULL,
	"id" text NOT NULL,
	"number" bigserial NOT NULL,
	"nonce" text NOT NULL,
	"amount_cents" integer NOT NULL,
	"merchant_account_id" text NOT NULL,
	"brand" text NOT NULL,
	"last4" text NOT NULL,
	"status" text NOT NULL,
	"bank_code" text,
	"ends_as" text,
	"answered_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT date_trunc('second', now()) NOT NULL,
	CONSTRAINT "three_d_secure_authentications_pk" PRIMARY KEY("merchant_id","id")
);
--> statement-breakpoint
CREATE TABLE "venmo_contexts" (
	"merchant_id" text NOT NULL,
	"id" text PRIMARY KEY NOT NULL,
	"number" bigserial NOT NULL,
	"is_qr_code" boolean NOT NULL,
	"profile_id" text NOT NULL,
	"usage" text,
	"paysheet" jsonb,
	"customer_id" text,
	"status" text NOT NULL,
	"payer" jsonb,
	"nonce" text,
	"created_at" timestamp with time zone DEFAULT date_trunc('second', now()) NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "disputes" (
	"merchant_id" text NOT NULL,
	"id" text NOT NULL,
	"number" bigserial NOT NULL,
	"transaction_id" text NOT NULL,
	"amount_cents" integer NOT NULL,
	"currency" text NOT NULL,
	"merchant_account_id" text NOT NULL,
	"status" text NOT NULL,
	"received_on" text NOT NULL,
	"reply_by" text NOT NULL,
	"evidence" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"history" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT date_trunc('second', now()) NOT NULL,
	"updated_at" timestamp with time zone DEFAULT date_trunc('second', now()) NOT NULL,
	CONSTRAINT "disputes_pk" PRIMARY KEY("merchant_id","id")
);
--> statement-breakpoint
CREATE TABLE "transactions" (
	"merchant_id" text NOT NULL,
	"id" text NOT NULL,
	"number" bigserial NOT NULL,
	"type" text NOT NULL,
	"status" text NOT NULL,
	"amount_cents" integer NOT NULL,
	"currency" text NOT NULL,
	"merchant_account_id" text NOT NULL,
	"order_id" text,
	"customer_id" text,
	"token" text,
	"refunded_transaction_id" text,
	"authorized_transaction_id" text,
	"means" jsonb NOT NULL,
	"details" jsonb NOT NULL,
	"gateway_rejection_reason" text,
	"response_code" text,
	"response_text" text,
	"response_type" text,
	"additional_response" text,
	"cvv_code" text NOT NULL,
	"avs_postal_code" text NOT NULL,
	"avs_street_code" text NOT NULL,
	"history" jsonb NOT NULL,
	"authorization_code" text,
	"settlement_batch_id" text,
	"acquirer_reference_number" text,
	"disbursed_on" text,
	"due_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT date_trunc('second', now()) NOT NULL,
	"updated_at" timestamp with time zone DEFAULT date_trunc('second', now()) NOT NULL,
	CONSTRAINT "transactions_pk" PRIMARY KEY("merchant_id","id"),
	CONSTRAINT "transactions_number" UNIQUE("number")
);
--> statement-breakpoint
CREATE TABLE "addresses" (
	"merchant_id" text NOT NULL,
	"customer_id" text NOT NULL,
	"id" text NOT NULL,
	"number" bigserial NOT NULL,
	"address" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT date_trunc('second', now()) NOT NULL,
	"updated_at" timestamp with time zone DEFAULT date_trunc('second', now()) NOT NULL,
	CONSTRAINT "addresses_pk" PRIMARY KEY("merchant_id","customer_id","id")
);
--> statement-breakpoint
CREATE TABLE "customers" (
	"merchant_id" text NOT NULL,
	"id" text NOT NULL,
	"number" bigserial NOT NULL,
	"first_name" text,
	"last_name" text,
	"company" text,
	"email" text,
	"phone" text,
	"fax" text,
	"website" text,
	"international_phone" jsonb,
	"custom_fields" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT date_trunc('second', now()) NOT NULL,
	"updated_at" timestamp with time zone DEFAULT date_trunc('second', now()) NOT NULL,
	CONSTRAINT "customers_pk" PRIMARY KEY("merchant_id","id"),
	CONSTRAINT "customers_number" UNIQUE("number")
);
--> statement-breakpoint
CREATE TABLE "nonces" (
	"merchant_id" text NOT NULL,
	"id" text NOT NULL,
	"customer_id" text,
	"token" text,
	"means" jsonb NOT NULL,
	"billing" jsonb,
	"cvv_code" text NOT NULL,
	"three_d_secure" jsonb,
	"consumed_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT date_trunc('second', now()) NOT NULL,
	CONSTRAINT "nonces_pk" PRIMARY KEY("merchant_id","id")
);
--> statement-breakpoint
CREATE TABLE "payment_methods" (
	"merchant_id" text NOT NULL,
	"token" text NOT NULL,
	"number" bigserial NOT NULL,
	"customer_id" text NOT NULL,
	"is_default" boolean NOT NULL,
	"means" jsonb NOT NULL,
	"number_hash" text,
	"billing_id" text,
	"created_at" timestamp with time zone DEFAULT date_trunc('second', now()) NOT NULL,
	"updated_at" timestamp with time zone DEFAULT date_trunc('second', now()) NOT NULL,
	CONSTRAINT "payment_methods_pk" PRIMARY KEY("merchant_id","token")
);
--> statement-breakpoint
CREATE TABLE "verifications" (
	"merchant_id" text NOT NULL,
	"id" text NOT NULL,
	"number" bigserial NOT NULL,
	"token" text,
	"customer_id" text,
	"merchant_account_id" text NOT NULL,
	"amount_cents" integer NOT NULL,
	"card" jsonb NOT NULL,
	"billing" jsonb,
	"three_d_secure" jsonb,
	"status" text NOT NULL,
	"gateway_rejection_reason" text,
	"response_code" text,
	"response_text" text,
	"response_type" text,
	"cvv_code" text NOT NULL,
	"avs_postal_code" text NOT NULL,
	"avs_street_code" text NOT NULL,
	"additional_response" text,
	"created_at" timestamp with time zone DEFAULT date_trunc('second', now()) NOT NULL,
	CONSTRAINT "verifications_pk" PRIMARY KEY("merchant_id","id"),
	CONSTRAINT "verifications_number" UNIQUE("number")
);
--> statement-breakpoint
ALTER TABLE "addresses" ADD CONSTRAINT "addresses_customer" FOREIGN KEY ("merchant_id","customer_id") REFERENCES "public"."customers"("merchant_id","id") ON DELETE cascade ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "nonces" ADD CONSTRAINT "nonces_payment_method" FOREIGN KEY ("merchant_id","token") REFERENCES "public"."payment_methods"("merchant_id","token") ON DELETE cascade ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "payment_methods" ADD CONSTRAINT "payment_methods_customer" FOREIGN KEY ("merchant_id","customer_id") REFERENCES "public"."customers"("merchant_id","id") ON DELETE cascade ON UPDATE cascade;--> statement-breakpoint
CREATE INDEX "faults_of_operation" ON "faults" USING btree ("merchant_id","operation");--> statement-breakpoint
CREATE INDEX "merchants_by_public_key" ON "merchants" USING btree ("public_key");--> statement-breakpoint
CREATE INDEX "webhooks_due" ON "webhooks" USING btree ("due_at") WHERE due_at is not null;--> statement-breakpoint
CREATE INDEX "webhooks_of_merchant" ON "webhooks" USING btree ("merchant_id","number");--> statement-breakpoint
CREATE INDEX "analytics_events_of_merchant" ON "analytics_events" USING btree ("merchant_id","number");--> statement-breakpoint
CREATE INDEX "three_d_secure_authentications_of_nonce" ON "three_d_secure_authentications" USING btree ("merchant_id","nonce");--> statement-breakpoint
CREATE INDEX "venmo_contexts_by_age" ON "venmo_contexts" USING btree ("merchant_id","number");--> statement-breakpoint
CREATE INDEX "disputes_of_transaction" ON "disputes" USING btree ("merchant_id","transaction_id");--> statement-breakpoint
CREATE INDEX "transactions_of_order" ON "transactions" USING btree ("merchant_id","order_id");--> statement-breakpoint
CREATE INDEX "transactions_of_customer" ON "transactions" USING btree ("merchant_id","customer_id");--> statement-breakpoint
CREATE INDEX "transactions_by_age" ON "transactions" USING btree ("merchant_id","created_at");--> statement-breakpoint
CREATE INDEX "transactions_refunds" ON "transactions" USING btree ("merchant_id","refunded_transaction_id");--> statement-breakpoint
CREATE INDEX "transactions_partial" ON "transactions" USING btree ("merchant_id","authorized_transaction_id");--> statement-breakpoint
CREATE INDEX "transactions_due" ON "transactions" USING btree ("due_at") WHERE due_at is not null;--> statement-breakpoint
CREATE INDEX "nonces_of_payment_method" ON "nonces" USING btree ("merchant_id","token");--> statement-breakpoint
CREATE INDEX "nonces_by_age" ON "nonces" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "payment_methods_of_customer" ON "payment_methods" USING btree ("merchant_id","customer_id","number");--> statement-breakpoint
CREATE INDEX "payment_methods_same_number" ON "payment_methods" USING btree ("merchant_id","number_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_methods_one_default" ON "payment_methods" USING btree ("merchant_id","customer_id") WHERE is_default;--> statement-breakpoint
CREATE INDEX "verifications_of_payment_method" ON "verifications" USING btree ("merchant_id","token");