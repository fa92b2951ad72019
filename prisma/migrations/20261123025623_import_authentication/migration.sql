ALTER TABLE "element_import" ADD COLUMN "authentication" TEXT;
