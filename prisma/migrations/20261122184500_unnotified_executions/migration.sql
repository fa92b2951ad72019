-- A name that says what it marks. Processes of the version before write the old one: they must have ended before this runs.
ALTER TABLE "execution" RENAME COLUMN "untold" TO "unnotified";
ALTER INDEX "execution_untold_idx" RENAME TO "execution_unnotified_idx";
