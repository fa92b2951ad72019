-- Executions in progress have 0, those that are over their id. What ended before has 0 as well: nothing is rewritten.
ALTER TABLE "execution" ADD COLUMN "record" BIGINT NOT NULL DEFAULT 0;

-- Which cause has started which execution. Rows that existed before are found by "execution_cause_idx".
CREATE TABLE "execution_cause" (
    "organization_id" INTEGER NOT NULL,
    "formula_instance_id" INTEGER NOT NULL,
    "cause" TEXT NOT NULL,
    "execution_id" BIGINT NOT NULL,

    CONSTRAINT "execution_cause_pkey" PRIMARY KEY ("organization_id", "formula_instance_id", "cause")
);
CREATE INDEX "execution_cause_execution_id_idx" ON "execution_cause"("execution_id");
