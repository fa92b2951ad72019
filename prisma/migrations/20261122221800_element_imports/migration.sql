CREATE TABLE "element_import" (
    "element_id" INTEGER NOT NULL,
    "organization_id" INTEGER NOT NULL,
    "format" TEXT NOT NULL,
    "source_hash" BYTEA NOT NULL,
    "definition" JSON NOT NULL,
    "imported_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "element_import_pkey" PRIMARY KEY ("element_id")
);

ALTER TABLE "element_import" ADD CONSTRAINT "element_import_element_id_fkey" FOREIGN KEY ("element_id") REFERENCES "element"("id") ON DELETE CASCADE ON UPDATE CASCADE;
