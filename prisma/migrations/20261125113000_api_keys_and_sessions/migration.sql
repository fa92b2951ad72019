-- Named API keys with scopes, and what people need to recognize their sessions.
CREATE TABLE "api_key" (
    "id" SERIAL NOT NULL,
    "organization_id" INTEGER NOT NULL,
    "user_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "hint" TEXT NOT NULL,
    "key_hash" BYTEA NOT NULL,
    "previous_hash" BYTEA,
    "previous_until" TIMESTAMPTZ(3),
    "scopes" TEXT[],
    "expires_at" TIMESTAMPTZ(3),
    "last_used_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "api_key_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "api_key_key_hash_key" ON "api_key"("key_hash");
CREATE UNIQUE INDEX "api_key_previous_hash_key" ON "api_key"("previous_hash");
CREATE INDEX "api_key_organization_id_id_idx" ON "api_key"("organization_id", "id");
CREATE INDEX "api_key_user_id_idx" ON "api_key"("user_id");

ALTER TABLE "session"
    ADD COLUMN "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    ADD COLUMN "address" TEXT,
    ADD COLUMN "user_agent" TEXT,
    ADD COLUMN "created_at" TIMESTAMPTZ(3) DEFAULT CURRENT_TIMESTAMP,
    ADD COLUMN "last_seen_at" TIMESTAMPTZ(3),
    ADD COLUMN "by_provider" BOOLEAN NOT NULL DEFAULT false;
CREATE UNIQUE INDEX "session_id_key" ON "session"("id");
CREATE INDEX "session_user_id_idx" ON "session"("user_id");
