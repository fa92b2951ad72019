-- AlterTable
ALTER TABLE "audit_entry" ADD COLUMN "agent" TEXT;

-- AlterTable
ALTER TABLE "usage" ADD COLUMN "agent" TEXT;

-- CreateTable
CREATE TABLE "agent_access" (
    "id" SERIAL NOT NULL,
    "organization_id" INTEGER NOT NULL,
    "account_id" INTEGER NOT NULL,
    "user_id" INTEGER NOT NULL,
    "element_instance_id" INTEGER,
    "formula_instance_id" INTEGER,
    "allows_changes" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "agent_access_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "agent_access_element_instance_id_key" ON "agent_access"("element_instance_id");

-- CreateIndex
CREATE UNIQUE INDEX "agent_access_formula_instance_id_key" ON "agent_access"("formula_instance_id");

-- CreateIndex
CREATE INDEX "agent_access_organization_id_account_id_idx" ON "agent_access"("organization_id", "account_id");

-- AddForeignKey
ALTER TABLE "agent_access" ADD CONSTRAINT "agent_access_element_instance_id_fkey" FOREIGN KEY ("element_instance_id") REFERENCES "element_instance"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "agent_access" ADD CONSTRAINT "agent_access_formula_instance_id_fkey" FOREIGN KEY ("formula_instance_id") REFERENCES "formula_instance"("id") ON DELETE CASCADE ON UPDATE CASCADE;
