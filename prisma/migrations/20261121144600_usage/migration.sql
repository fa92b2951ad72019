-- CreateTable
CREATE TABLE "usage" (
    "request_id" TEXT NOT NULL,
    "organization_id" INTEGER NOT NULL,
    "account_id" INTEGER NOT NULL,
    "user_id" INTEGER NOT NULL,
    "element_instance_id" INTEGER NOT NULL,
    "instance_name" TEXT,
    "tags" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "element_key" TEXT,
    "element_name" TEXT,
    "hub" TEXT,
    "method" TEXT NOT NULL,
    "uri" TEXT NOT NULL,
    "resource" TEXT NOT NULL,
    "ip" TEXT NOT NULL,
    "status" INTEGER NOT NULL,
    "process_ms" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "usage_pkey" PRIMARY KEY ("request_id")
);

-- CreateTable
CREATE TABLE "api_tally" (
    "account_id" INTEGER NOT NULL,
    "minute" TIMESTAMPTZ(3) NOT NULL,
    "organization_id" INTEGER NOT NULL,
    "calls" INTEGER NOT NULL,

    CONSTRAINT "api_tally_pkey" PRIMARY KEY ("account_id","minute")
);

-- CreateTable
CREATE TABLE "element_product" (
    "id" SERIAL NOT NULL,
    "organization_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "definition" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "element_product_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "usage_organization_id_created_at_request_id_idx" ON "usage"("organization_id", "created_at", "request_id");

-- CreateIndex
CREATE INDEX "usage_created_at_idx" ON "usage" USING BRIN ("created_at");

-- CreateIndex
CREATE INDEX "api_tally_organization_id_minute_idx" ON "api_tally"("organization_id", "minute");

-- CreateIndex
CREATE INDEX "element_product_organization_id_idx" ON "element_product"("organization_id");
