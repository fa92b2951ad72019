CREATE TABLE "element_draft_proof" (
    "draft_id" INTEGER NOT NULL,
    "organization_id" INTEGER NOT NULL,
    "definition_hash" BYTEA NOT NULL,
    "element_instance_id" INTEGER NOT NULL,
    "user_id" INTEGER NOT NULL,
    "results" JSON NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "element_draft_proof_pkey" PRIMARY KEY ("draft_id")
);
ALTER TABLE "element_draft_proof" ADD CONSTRAINT "element_draft_proof_draft_id_fkey" FOREIGN KEY ("draft_id") REFERENCES "element_draft"("id") ON DELETE CASCADE ON UPDATE CASCADE;
