-- CreateTable
CREATE TABLE "element_proof" (
    "element_id" INTEGER NOT NULL,
    "definition_hash" BYTEA NOT NULL,
    "organization_id" INTEGER NOT NULL,
    "element_instance_id" INTEGER NOT NULL,
    "user_id" INTEGER NOT NULL,
    "results" JSON NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "element_proof_pkey" PRIMARY KEY ("element_id","definition_hash")
);

-- AddForeignKey
ALTER TABLE "element_proof" ADD CONSTRAINT "element_proof_element_id_fkey" FOREIGN KEY ("element_id") REFERENCES "element"("id") ON DELETE CASCADE ON UPDATE CASCADE;
