-- CreateTable
CREATE TABLE "webhook_capture" (
    "id" SERIAL NOT NULL,
    "organization_id" INTEGER NOT NULL,
    "user_id" INTEGER NOT NULL,
    "element_id" INTEGER,
    "draft_id" INTEGER,
    "token_hash" BYTEA NOT NULL,
    "request" TEXT,
    "received_at" TIMESTAMPTZ(3),
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "webhook_capture_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "webhook_capture_token_hash_key" ON "webhook_capture"("token_hash");

-- CreateIndex
CREATE UNIQUE INDEX "webhook_capture_element_id_user_id_key" ON "webhook_capture"("element_id", "user_id");

-- CreateIndex
CREATE UNIQUE INDEX "webhook_capture_draft_id_user_id_key" ON "webhook_capture"("draft_id", "user_id");

-- AddForeignKey
ALTER TABLE "webhook_capture" ADD CONSTRAINT "webhook_capture_element_id_fkey" FOREIGN KEY ("element_id") REFERENCES "element"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook_capture" ADD CONSTRAINT "webhook_capture_draft_id_fkey" FOREIGN KEY ("draft_id") REFERENCES "element_draft"("id") ON DELETE CASCADE ON UPDATE CASCADE;
