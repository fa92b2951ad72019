import { type ImageKind, type Size, textAt } from "./image-kind.ts";

export const webp: ImageKind = {
  type: "image/webp",
  name: "WebP",
  isOne: (file) => textAt(file, 0, 4) === "RIFF" && textAt(file, 8, 4) === "WEBP",
  sizesIn(file) {
    const end = 8 + file.getUint32(4, true);
    if (end > file.byteLength) return undefined;
    const sizes: Size[] = [];
    let hasPicture = false;
    for (let at = 12; at + 8 <= end; ) {
      const name = textAt(file, at, 4);
      const length = file.getUint32(at + 4, true);
      if (at + 8 + length > end) return undefined;
      const size = SIZES[name]?.(file, at + 8);
      if (size) sizes.push(size);
      if (name === "VP8 " || name === "VP8L" || name === "ANMF") hasPicture = true;
      at += 8 + length + (length % 2);
    }
    return hasPicture && sizes.length > 0 ? sizes : undefined;
  },
};

const uint24 = (file: DataView, at: number) => file.getUint16(at, true) + file.getUint8(at + 2) * 2 ** 16;

/** The size in the header of each kind of picture; 0 for a header that is none. */
const SIZES: Readonly<Record<string, (file: DataView, at: number) => Size>> = {
  "VP8 ": (file, at) =>
    textAt(file, at + 3, 3) === "\x9d\x01\x2a"
      ? { width: file.getUint16(at + 6, true) & 0x3fff, height: file.getUint16(at + 8, true) & 0x3fff }
      : { width: 0, height: 0 },
  VP8L(file, at) {
    const bits = file.getUint32(at + 1, true);
    return file.getUint8(at) === 0x2f
      ? { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
      : { width: 0, height: 0 };
  },
  VP8X: (file, at) => ({ width: uint24(file, at + 4) + 1, height: uint24(file, at + 7) + 1 }),
};
