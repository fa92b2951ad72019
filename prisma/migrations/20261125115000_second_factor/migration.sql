-- Codes of an authenticator app as a second factor, which an organization can require.
ALTER TABLE "organization" ADD COLUMN "requires_second_factor" BOOLEAN NOT NULL DEFAULT false;
ALTER TABLE "user"
    ADD COLUMN "totp_sealed" TEXT,
    ADD COLUMN "totp_confirmed_at" TIMESTAMPTZ(3),
    ADD COLUMN "totp_last_step" INTEGER,
    ADD COLUMN "recovery_hashes" BYTEA[] DEFAULT ARRAY[]::BYTEA[];
