-- Secret defaults of elements, encrypted. SQL cannot encrypt: workers do it for the rows that there are, which the indexes
-- of the next migrations find. They are empty afterwards.
ALTER TABLE "element" ADD COLUMN "secret_defaults" TEXT;
ALTER TABLE "element_revision" ADD COLUMN "secret_defaults" TEXT;
ALTER TABLE "element_import" ADD COLUMN "secret_defaults" TEXT;
ALTER TABLE "element_draft" ADD COLUMN "secret_defaults" TEXT;
