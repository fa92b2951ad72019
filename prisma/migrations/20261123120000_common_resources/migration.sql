-- AlterTable
ALTER TABLE "organization" ADD COLUMN "common_resources_version" INTEGER NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "usage" ADD COLUMN "is_common_resource" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "object_definition" (
    "id" SERIAL NOT NULL,
    "organization_id" INTEGER NOT NULL,
    "level" TEXT NOT NULL,
    "owner_id" INTEGER NOT NULL,
    "account_id" INTEGER,
    "element_instance_id" INTEGER,
    "name" TEXT NOT NULL,
    "definition" JSON NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "object_definition_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "transformation" (
    "id" SERIAL NOT NULL,
    "organization_id" INTEGER NOT NULL,
    "level" TEXT NOT NULL,
    "owner_id" INTEGER NOT NULL,
    "account_id" INTEGER,
    "element_instance_id" INTEGER,
    "element_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "transformation" JSON NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "transformation_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "object_definition_level_owner_id_name_key" ON "object_definition"("level", "owner_id", "name");

-- CreateIndex
CREATE INDEX "object_definition_organization_id_name_idx" ON "object_definition"("organization_id", "name");

-- CreateIndex
CREATE INDEX "object_definition_account_id_idx" ON "object_definition"("account_id");

-- CreateIndex
CREATE INDEX "object_definition_element_instance_id_idx" ON "object_definition"("element_instance_id");

-- CreateIndex
CREATE UNIQUE INDEX "transformation_level_owner_id_element_id_name_key" ON "transformation"("level", "owner_id", "element_id", "name");

-- CreateIndex
CREATE INDEX "transformation_organization_id_name_idx" ON "transformation"("organization_id", "name");

-- CreateIndex
CREATE INDEX "transformation_element_id_idx" ON "transformation"("element_id");

-- CreateIndex
CREATE INDEX "transformation_account_id_idx" ON "transformation"("account_id");

-- CreateIndex
CREATE INDEX "transformation_element_instance_id_idx" ON "transformation"("element_instance_id");

-- AddForeignKey
ALTER TABLE "object_definition" ADD CONSTRAINT "object_definition_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "object_definition" ADD CONSTRAINT "object_definition_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "object_definition" ADD CONSTRAINT "object_definition_element_instance_id_fkey" FOREIGN KEY ("element_instance_id") REFERENCES "element_instance"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "transformation" ADD CONSTRAINT "transformation_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "transformation" ADD CONSTRAINT "transformation_element_id_fkey" FOREIGN KEY ("element_id") REFERENCES "element"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "transformation" ADD CONSTRAINT "transformation_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "transformation" ADD CONSTRAINT "transformation_element_instance_id_fkey" FOREIGN KEY ("element_instance_id") REFERENCES "element_instance"("id") ON DELETE CASCADE ON UPDATE CASCADE;
