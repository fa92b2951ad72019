import { crc32, deflateSync } from "node:zlib";

const chunk = (name: string, data: Buffer): Buffer => {
  const named = Buffer.concat([Buffer.from(name, "latin1"), data]);
  return Buffer.concat([uint32(data.length), named, uint32(crc32(named))]);
};

const uint32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};

/** A complete PNG of black pixels. */
export function aPng({ width = 3, height = 2 } = {}): Buffer {
  const header = Buffer.concat([uint32(width), uint32(height), Buffer.from([8, 0, 0, 0, 0])]);
  const pixels = deflateSync(Buffer.alloc(Math.min(height, 9) * (Math.min(width, 9) + 1)));
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    chunk("IHDR", header),
    chunk("IDAT", pixels),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

/** An icon with these pictures. */
export function anIcon(...pictures: readonly Buffer[]): Buffer {
  let at = 6 + 16 * pictures.length;
  const entries = pictures.map((picture) => {
    const entry = Buffer.alloc(16);
    entry.writeUInt32LE(picture.length, 8);
    entry.writeUInt32LE(at, 12);
    at += picture.length;
    return entry;
  });
  return Buffer.concat([Buffer.from([0, 0, 1, 0, pictures.length, 0]), ...entries, ...pictures]);
}

/** A picture of an icon without its file header. */
export function aBitmap({ width = 2, height = 2 } = {}): Buffer {
  const header = Buffer.alloc(40);
  header.writeUInt32LE(40, 0);
  header.writeInt32LE(width, 4);
  header.writeInt32LE(height * 2, 8);
  return Buffer.concat([header, Buffer.alloc(width * height * 4 + height * 4)]);
}
