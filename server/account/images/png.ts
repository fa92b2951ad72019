import { type ImageKind, type Size, textAt } from "./image-kind.ts";

export const png: ImageKind = {
  type: "image/png",
  name: "PNG",
  isOne: (file) => textAt(file, 0, 8) === "\x89PNG\r\n\x1a\n",
  sizesIn(file) {
    let size: Size | undefined;
    let hasPixels = false;
    // A chunk is its length, its name, that many bytes, and a checksum.
    for (let at = 8; at < file.byteLength; at += 12 + file.getUint32(at)) {
      const [length, name] = [file.getUint32(at), textAt(file, at + 4, 4)];
      if (!/^[A-Za-z]{4}$/.test(name) || at + 12 + length > file.byteLength) return undefined;
      if (at === 8) {
        if (name !== "IHDR" || length !== 13) return undefined;
        size = { width: file.getUint32(16), height: file.getUint32(20) };
      }
      if (name === "IDAT" && length > 0) hasPixels = true;
      if (name === "IEND") return size && hasPixels ? [size] : undefined;
    }
    return undefined;
  },
};
