import type { PrismaClient } from "#server/generated/prisma/client.ts";

type Method = (...args: unknown[]) => unknown;
type Members = Record<string, unknown>;

/**
 * A client of Prisma that `open` loads at its first operation. Its code, its schema and its query compiler take half a
 * second of processor time and 60 MB, and a process that only runs formulas needs none of it.
 */
export function lazyClient(open: () => Promise<PrismaClient>): PrismaClient {
  let opening: Promise<PrismaClient> | undefined;
  let opened: PrismaClient | undefined;
  const client = async () => {
    opening ??= open();
    opened = await opening;
    return opened;
  };
  /** The members of an object of the client that is at `place`: methods, or models that have methods. */
  const membersOf = (place: (from: PrismaClient) => unknown, member: (name: string) => unknown) =>
    new Proxy<Members>(
      {},
      {
        get(known, name) {
          // A promise that is resolved with this asks for `then`.
          if (typeof name !== "string" || name === "then") return undefined;
          known[name] ??= member(name) ?? method(place, name);
          return known[name];
        },
      },
    );
  const method =
    (place: (from: PrismaClient) => unknown, name: string): Method =>
    (...args) => {
      const call = (from: PrismaClient) => ((place(from) as Members)[name] as Method)(...args);
      return opened ? call(opened) : client().then(call);
    };
  const disconnect = async () => opening && (await client()).$disconnect();
  const own = (name: string) => {
    if (name === "$disconnect") return disconnect;
    return name.startsWith("$")
      ? undefined
      : membersOf(
          (from) => (from as unknown as Members)[name],
          () => undefined,
        );
  };
  return membersOf((from) => from, own) as unknown as PrismaClient;
}
