alter table "element_proof" add column "published" boolean not null default true;
