-- CreateTable
CREATE TABLE "element_draft" (
    "id" SERIAL NOT NULL,
    "organization_id" INTEGER NOT NULL,
    "user_id" INTEGER NOT NULL,
    "element_id" INTEGER,
    "based_on" INTEGER,
    "version" INTEGER NOT NULL DEFAULT 1,
    "name" TEXT NOT NULL,
    "definition" JSON NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "element_draft_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "element_revision" (
    "element_id" INTEGER NOT NULL,
    "revision" INTEGER NOT NULL,
    "organization_id" INTEGER NOT NULL,
    "definition" JSON NOT NULL,
    "user_id" INTEGER,
    "message" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "element_revision_pkey" PRIMARY KEY ("element_id","revision")
);

-- CreateIndex
CREATE INDEX "element_draft_organization_id_user_id_idx" ON "element_draft"("organization_id", "user_id");

-- CreateIndex
CREATE UNIQUE INDEX "element_draft_element_id_user_id_key" ON "element_draft"("element_id", "user_id");

-- AddForeignKey
ALTER TABLE "element_draft" ADD CONSTRAINT "element_draft_element_id_fkey" FOREIGN KEY ("element_id") REFERENCES "element"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "element_revision" ADD CONSTRAINT "element_revision_element_id_fkey" FOREIGN KEY ("element_id") REFERENCES "element"("id") ON DELETE CASCADE ON UPDATE CASCADE;
