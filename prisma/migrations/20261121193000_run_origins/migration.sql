-- AlterTable
ALTER TABLE "event" ADD COLUMN     "request_id" TEXT;

-- AlterTable
ALTER TABLE "execution" ADD COLUMN     "edited" INTEGER[] DEFAULT ARRAY[]::INTEGER[];
