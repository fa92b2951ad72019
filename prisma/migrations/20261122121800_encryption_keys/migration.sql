-- One text sealed with each encryption key, by which a process finds out at its start that it was given another one.
CREATE TABLE "encryption_key" (
    "kid" TEXT NOT NULL,
    "sealed" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "encryption_key_pkey" PRIMARY KEY ("kid")
);
