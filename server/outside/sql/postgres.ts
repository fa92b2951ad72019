import { once } from "node:events";
import type { Socket } from "node:net";
import pg from "pg";
import { Failure } from "#server/errors.ts";
import type { Egress } from "../egress/egress.ts";
import { columnTypes } from "./column-types.ts";
import { DeferredSocket, type OpenSocket } from "./deferred-socket.ts";
import type { DatabasePlace } from "./jdbc-url.ts";

export type SqlEgress = Pick<Egress, "connect" | "secure">;

export type Login = DatabasePlace & { user: string; password: string };

const POSTGRES_PORT = 5432;
const TLS_REQUEST = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]);
/** Limits during sign-in, and between requests. */
export const BETWEEN_BYTES = 2 ** 20;
const MOST_SCRAM_ROUNDS = 1_000_000;

/** A connection to a customer's database through egress, over `socket`. */
export type PostgresClient = pg.Client & { socket: DeferredSocket };

/** Creates the class of connections to one database, for a pool. The settings of our own database never reach it. */
export function postgresClient(egress: SqlEgress, login: Login, statementMs: number): new () => PostgresClient {
  return class extends pg.Client {
    socket: DeferredSocket;

    constructor() {
      const socket = new DeferredSocket(() => openSocket(egress, login));
      super({
        host: login.host,
        port: login.port,
        database: login.database,
        user: login.user,
        // An empty text would be replaced by the password of our own environment.
        password: () => login.password,
        ssl: false,
        stream: () => socket as unknown as Socket,
        types: columnTypes,
        statement_timeout: statementMs,
        application_name: "formulary",
      });
      this.socket = socket;
      socket.expect(
        BETWEEN_BYTES,
        () =>
          new Failure("badGateway", "The server at base.url does not use the PostgreSQL protocol.", {
            isPermanent: true,
          }),
      );
      this.on("error", () => {});
      // A server that demands endless hashing would block a thread that sign-in needs.
      const { connection } = this as unknown as { connection: NodeJS.EventEmitter };
      connection.prependListener("authenticationSASLContinue", ({ data }: { data: string }) => {
        if (Number(/(?:^|,)i=(\d+)/.exec(data)?.[1]) > MOST_SCRAM_ROUNDS) throw new Error("too many rounds of hashing");
      });
    }
  };
}

async function openSocket(egress: SqlEgress, { host, port, tls }: Login): Promise<OpenSocket> {
  const place = { host, port, ownPorts: [POSTGRES_PORT] };
  const socket = await egress.connect(place);
  if (tls === "off") return socket;
  socket.write(TLS_REQUEST);
  const chunk = await firstChunk(socket);
  // More than this one byte would be data before the encryption.
  if (chunk.toString("latin1") !== "S") {
    socket.destroy();
    throw new Failure("badGateway", "The database does not offer TLS, which base.url requires.", { isPermanent: true });
  }
  return egress.secure(socket, { ...place, anyCertificate: tls === "any" });
}

async function firstChunk(socket: OpenSocket): Promise<Buffer> {
  try {
    const [chunk] = await once(socket, "data", { signal: AbortSignal.timeout(10_000) });
    socket.pause();
    return chunk as Buffer;
  } catch (error) {
    socket.destroy();
    throw error;
  }
}
