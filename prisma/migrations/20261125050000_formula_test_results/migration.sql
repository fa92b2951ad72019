-- AlterTable
ALTER TABLE "formula_test" ADD COLUMN "last_result" JSON;
