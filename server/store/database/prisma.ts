import type { PrismaClient } from "../../generated/prisma/client.ts";

type Statements = Omit<PrismaClient, "$connect" | "$disconnect" | "$on" | "$transaction" | "$use" | "$extends">;

/** Prisma merges `findUnique` of the same moment into one statement, also those of several organizations: use `findFirst`. */
type Unmerged<Model> = Model extends { findUnique: unknown } ? Omit<Model, "findUnique" | "findUniqueOrThrow"> : Model;

/** The client of a store function: the database, or the transaction that the function is part of. */
export type Db = { [Name in keyof Statements]: Unmerged<Statements[Name]> };

type TransactionOptions = { maxWait?: number; timeout?: number };

/** A client that begins transactions. */
export type DbClient = Db & {
  $transaction: <Result>(work: (tx: Db) => Promise<Result>, options?: TransactionOptions) => Promise<Result>;
};
