-- Hosted connect pages: one link for one customer to connect one account.
CREATE TABLE "connect_session" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "organization_id" INTEGER NOT NULL,
    "account_id" INTEGER NOT NULL,
    "user_id" INTEGER NOT NULL,
    "element_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "external_reference" TEXT,
    "tags" TEXT[],
    "origin" TEXT NOT NULL,
    "token_hash" BYTEA NOT NULL,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "claimed_at" TIMESTAMPTZ(3),
    "element_instance_id" INTEGER,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "connect_session_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "connect_session_token_hash_key" ON "connect_session"("token_hash");
CREATE INDEX "connect_session_organization_id_created_at_id_idx" ON "connect_session"("organization_id", "created_at", "id");
CREATE INDEX "connect_session_expires_at_idx" ON "connect_session"("expires_at");
