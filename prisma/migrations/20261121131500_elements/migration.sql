-- CreateTable
CREATE TABLE "element" (
    "id" SERIAL NOT NULL,
    "organization_id" INTEGER NOT NULL,
    "account_id" INTEGER NOT NULL,
    "user_id" INTEGER,
    "key" TEXT NOT NULL,
    "hub" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "is_catalog" BOOLEAN NOT NULL DEFAULT false,
    "active" BOOLEAN NOT NULL DEFAULT true,
    "version" INTEGER NOT NULL DEFAULT 1,
    "definition" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "element_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "element_extension" (
    "element_id" INTEGER NOT NULL,
    "account_id" INTEGER NOT NULL,
    "organization_id" INTEGER NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 1,
    "definition" JSONB NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "element_extension_pkey" PRIMARY KEY ("element_id","account_id")
);

-- CreateTable
CREATE TABLE "element_access" (
    "element_id" INTEGER NOT NULL,
    "account_id" INTEGER NOT NULL,

    CONSTRAINT "element_access_pkey" PRIMARY KEY ("element_id","account_id")
);

-- CreateTable
CREATE TABLE "element_instance" (
    "id" SERIAL NOT NULL,
    "organization_id" INTEGER NOT NULL,
    "account_id" INTEGER NOT NULL,
    "user_id" INTEGER NOT NULL,
    "element_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "tags" TEXT[],
    "token_hash" BYTEA NOT NULL,
    "token_sealed" TEXT NOT NULL,
    "configuration" TEXT NOT NULL,
    "external_authentication" TEXT,
    "version" INTEGER NOT NULL DEFAULT 1,
    "valid" BOOLEAN NOT NULL DEFAULT true,
    "disabled" BOOLEAN NOT NULL DEFAULT false,
    "traced_until" TIMESTAMPTZ(3),
    "refresh_owner" UUID,
    "refresh_until" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "element_instance_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "provision_trace" (
    "id" UUID NOT NULL,
    "organization_id" INTEGER NOT NULL,
    "element_id" INTEGER NOT NULL,
    "calls" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "provision_trace_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "hub" (
    "id" SERIAL NOT NULL,
    "organization_id" INTEGER,
    "key" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT NOT NULL DEFAULT '',
    "video_link" TEXT,
    "active" BOOLEAN NOT NULL DEFAULT true,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "hub_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "oauth_proxy" (
    "id" SERIAL NOT NULL,
    "organization_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "application_urls" TEXT[],
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "oauth_proxy_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "request_subscription" (
    "formula_instance_id" INTEGER NOT NULL,
    "organization_id" INTEGER NOT NULL,
    "element_instance_id" INTEGER NOT NULL,
    "method" TEXT NOT NULL,
    "path" TEXT NOT NULL,

    CONSTRAINT "request_subscription_pkey" PRIMARY KEY ("formula_instance_id")
);

-- CreateIndex
CREATE INDEX "request_subscription_element_instance_id_idx" ON "request_subscription"("element_instance_id");

-- CreateIndex
CREATE INDEX "element_organization_id_id_idx" ON "element"("organization_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "element_account_id_key_key" ON "element"("account_id", "key");

-- CreateIndex
CREATE UNIQUE INDEX "element_instance_token_hash_key" ON "element_instance"("token_hash");

-- CreateIndex
CREATE INDEX "element_instance_organization_id_id_idx" ON "element_instance"("organization_id", "id");

-- CreateIndex
CREATE INDEX "element_instance_element_id_idx" ON "element_instance"("element_id");

-- CreateIndex
CREATE INDEX "provision_trace_created_at_idx" ON "provision_trace"("created_at");

-- CreateIndex
CREATE UNIQUE INDEX "hub_organization_id_key_key" ON "hub"("organization_id", "key");

-- CreateIndex
CREATE UNIQUE INDEX "oauth_proxy_organization_id_name_key" ON "oauth_proxy"("organization_id", "name");

-- AddForeignKey
ALTER TABLE "element_extension" ADD CONSTRAINT "element_extension_element_id_fkey" FOREIGN KEY ("element_id") REFERENCES "element"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "element_access" ADD CONSTRAINT "element_access_element_id_fkey" FOREIGN KEY ("element_id") REFERENCES "element"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "element_instance" ADD CONSTRAINT "element_instance_element_id_fkey" FOREIGN KEY ("element_id") REFERENCES "element"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "request_subscription" ADD CONSTRAINT "request_subscription_formula_instance_id_fkey" FOREIGN KEY ("formula_instance_id") REFERENCES "formula_instance"("id") ON DELETE CASCADE ON UPDATE CASCADE;


-- What follows cannot be said in schema.prisma.

-- The catalog belongs to account 1 of an organisation that nobody can sign in to: no secret has this hash.
INSERT INTO "organization" ("name", "secret_hash", "secret_sealed")
SELECT 'System', '\x00', '' WHERE NOT EXISTS (SELECT 1 FROM "account" WHERE "id" = 1);
INSERT INTO "account" ("organization_id", "name", "is_default")
SELECT "id", 'System', true FROM "organization" WHERE "secret_hash" = '\x00';

-- Calls find their instance by its token: what they need is read in one go, and nobody reads the whole table.
ALTER TABLE "element_instance" SET (fillfactor = 90);
