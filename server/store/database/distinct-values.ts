/**
 * The distinct values of the first column of an index, as a list for `with recursive`. It reads the index once for each
 * value, where `select distinct` would read all rows. The last row of the list is null.
 */
export function distinctValues({
  name,
  column,
  table,
  where = "true",
}: {
  name: string;
  column: string;
  table: string;
  /** The condition of a partial index, with its constants. */
  where?: string;
}): string {
  return `${name} as (
  (select ${column} as id from ${table} where ${where} order by ${column} limit 1)
  union all
  select (select ${column} from ${table} where ${where} and ${column} > ${name}.id order by ${column} limit 1)
  from ${name} where ${name}.id is not null
)`;
}
