-- Whole addresses of callbacks, encrypted if they contain credentials. The columns beside them have what is shown.
ALTER TABLE "subscription" ADD COLUMN "address_sealed" TEXT;
ALTER TABLE "notification" ADD COLUMN "recipient_sealed" TEXT;
ALTER TABLE "formula_instance" ADD COLUMN "webhook_sealed" TEXT;
ALTER TABLE "bulk_job" ADD COLUMN "callback_sealed" TEXT;
