-- An integration keeps its stage, and when it was changed.
alter table "integration"
  add column "stage" text,
  add column "updated_at" timestamptz(3) not null default current_timestamp;
update "integration" set "updated_at" = "created_at";
