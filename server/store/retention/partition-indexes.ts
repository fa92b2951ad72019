import pg from "pg";
import type { Session } from "./partitioned-tables.ts";

/** An index of a partitioned table that one of its partitions lacks, and the name that it gets there. */
type Missing = { index: string; partition: string; name: string; definition: string; isBuilt: boolean };

/**
 * Gives partitions the indexes that a migration created `on only` their table. Postgres itself would create them under a
 * lock that blocks writes; here each is created concurrently, then attached. Can be repeated after an interruption.
 * Partitions that are created later have the indexes of their table.
 */
export async function indexPartitions(session: Session): Promise<void> {
  const { rows } = await session.query<Missing>(
    `select index, partition, name, definition, to_regclass(quote_ident(name)) is not null as "isBuilt"
     from (select parent.relname as index, partition.relname as partition, pg_get_indexdef(parent.oid) as definition,
         partition.relname || replace('_' || parent.relname, '_' || whole.relname || '_', '_') as name
       from pg_index i join pg_class parent on parent.oid = i.indexrelid join pg_class whole on whole.oid = i.indrelid
         join pg_inherits of_table on of_table.inhparent = whole.oid join pg_class partition on partition.oid = of_table.inhrelid
       where parent.relkind = 'I' and not i.indisvalid and parent.relnamespace = current_schema()::regnamespace
         and not exists (select from pg_inherits of_index join pg_index own on own.indexrelid = of_index.inhrelid
           where of_index.inhparent = parent.oid and own.indrelid = partition.oid)) missing`,
  );
  const quoted = pg.escapeIdentifier;
  for (const { index, partition, name, definition, isBuilt } of rows) {
    // An interruption leaves one that is not valid, or not attached.
    if (isBuilt) await session.query(`drop index concurrently ${quoted(name)}`);
    const [, columns] = / USING (.*)$/s.exec(definition) ?? [];
    await session.query(`create index concurrently ${quoted(name)} on ${quoted(partition)} using ${columns}`);
    await session.query(`alter index ${quoted(index)} attach partition ${quoted(name)}`);
  }
}
