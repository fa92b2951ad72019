-- What exists becomes the partition of what is in progress.
ALTER TABLE "execution" ADD CONSTRAINT "execution_bound" CHECK ("record" < 1) NOT VALID,
  ADD CONSTRAINT "execution_record_check" CHECK ("record" = 0 OR "record" = "id" AND "status" IN ('success', 'failed', 'cancelled', 'unknown')) NOT VALID;
