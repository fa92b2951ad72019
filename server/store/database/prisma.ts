import type { PrismaClient } from "../../generated/prisma/client.ts";

/** The client of a store function: the database, or the transaction that the function is part of. */
export type Db = Omit<PrismaClient, "$connect" | "$disconnect" | "$on" | "$transaction" | "$use" | "$extends">;
