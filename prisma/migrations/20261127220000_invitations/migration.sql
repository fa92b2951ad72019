-- Open invitations, one for each address of an organization: what administrators see, and what ends an earlier link.
CREATE TABLE "invitation" (
    "organization_id" INTEGER NOT NULL,
    "email" TEXT NOT NULL,
    "nonce" TEXT NOT NULL,
    "role" TEXT NOT NULL,
    "user_id" INTEGER NOT NULL,
    "revoked_at" TIMESTAMPTZ(3),
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "invitation_pkey" PRIMARY KEY ("organization_id", "email")
);
CREATE INDEX "invitation_expires_at_idx" ON "invitation"("expires_at");
