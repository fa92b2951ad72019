/** The tables behind `demodatabase`, in a separate database: the seed and the tests create them once. */
export const DEMO_TABLES = `
create table if not exists "Customers" (
  "Id" integer primary key,
  "Name" text not null,
  "address.city" text,
  "credit.limit" numeric,
  "IsActive" boolean not null default true,
  "Since" date
);
create table if not exists "Orders" (
  "Id" integer primary key,
  "CustomerId" integer not null,
  "status" text not null,
  "Status" text not null,
  "total" numeric not null
);
insert into "Customers"
  select n,
         (array['Northwind Mills', 'Harbour Light', 'Blue Fern', 'O''Brien & Sons', 'Copper Kettle'])[1 + n % 5] || ' ' || n,
         (array['Lisbon', 'Lyon', 'Leeds', 'lisbon'])[1 + n % 4],
         case when n % 7 = 0 then null else n * 100 end,
         n % 9 <> 0,
         date '2020-01-01' + n
  from generate_series(1, 120) as n
  on conflict do nothing;
insert into "Orders"
  select n,
         1 + n % 30,
         (array['open', 'sent'])[1 + n % 2],
         (array['due', 'paid', 'Open'])[1 + n % 3],
         n * 3.5
  from generate_series(1, 200) as n
  on conflict do nothing;
`;
