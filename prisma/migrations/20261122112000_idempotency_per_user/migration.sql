-- A key belongs to one user. Replies that were kept before know none: nobody is shown them, and they go within a day.
ALTER TABLE "idempotent_request" ADD COLUMN "user_id" INTEGER NOT NULL DEFAULT 0,
  DROP CONSTRAINT "idempotent_request_pkey",
  ADD CONSTRAINT "idempotent_request_pkey" PRIMARY KEY ("organization_id", "user_id", "key");
