import dgram from "node:dgram";
import { once } from "node:events";

/** A DNS server for tests. */
export type NameServer = { address: string; queries: () => number; close: () => void };

const TYPE_A = 1;

/** Answers A queries from `names`, NXDOMAIN for other names, and does not respond to names with `null`. */
export async function aNameServer(names: Record<string, readonly string[] | null>): Promise<NameServer> {
  let queries = 0;
  const socket = dgram.createSocket("udp4");
  socket.on("message", (query, { port, address }) => {
    queries++;
    const { name, type, end } = question(query);
    const known = names[name];
    if (known !== null)
      socket.send(reply(query.subarray(0, end), known, type === TYPE_A ? (known ?? []) : []), port, address);
  });
  socket.bind(0, "127.0.0.1");
  await once(socket, "listening");
  return { address: `127.0.0.1:${socket.address().port}`, queries: () => queries, close: () => socket.close() };
}

function question(query: Buffer) {
  const labels: string[] = [];
  let at = 12;
  for (let length = query.readUInt8(at); length > 0; length = query.readUInt8(at)) {
    labels.push(query.toString("latin1", at + 1, at + 1 + length));
    at += length + 1;
  }
  return { name: labels.join(".").toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 };
}

/** The question, then each address for the name at offset 12, with a TTL of zero. */
function reply(query: Buffer, known: readonly string[] | undefined, addresses: readonly string[]): Buffer {
  const header = Buffer.from(query);
  header.writeUInt16BE(known ? 0x8180 : 0x8183, 2);
  header.writeUInt16BE(addresses.length, 6);
  header.writeUInt32BE(0, 8);
  const records = addresses.map((address) =>
    Buffer.from([0xc0, 12, 0, TYPE_A, 0, 1, 0, 0, 0, 0, 0, 4, ...address.split(".").map(Number)]),
  );
  return Buffer.concat([header, ...records]);
}
