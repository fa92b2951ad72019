ALTER TABLE "audit_entry" ADD COLUMN "address" TEXT;
CREATE INDEX "audit_entry_created_at_idx" ON "audit_entry"("created_at");

CREATE TABLE "password_attempt" (
    "subject" TEXT NOT NULL,
    "window_start" TIMESTAMPTZ(3) NOT NULL,
    "wrong" INTEGER NOT NULL,

    CONSTRAINT "password_attempt_pkey" PRIMARY KEY ("subject")
);
CREATE INDEX "password_attempt_window_start_idx" ON "password_attempt"("window_start");
