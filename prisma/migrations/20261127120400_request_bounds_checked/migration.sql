-- Reads the tables once, and blocks no writes.
ALTER TABLE "usage" VALIDATE CONSTRAINT "usage_bound";
ALTER TABLE "provider_exchange" VALIDATE CONSTRAINT "provider_exchange_bound";
ALTER TABLE "api_tally" VALIDATE CONSTRAINT "api_tally_bound";
