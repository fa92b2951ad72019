alter table "element_draft" add column "restored_from" integer;

alter table "test_account" add column "refresh_owner" uuid, add column "refresh_until" timestamptz(3);
