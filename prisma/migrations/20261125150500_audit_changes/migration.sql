-- What an audited change replaced, field by field.
ALTER TABLE "audit_entry" ADD COLUMN "changes" JSON;
