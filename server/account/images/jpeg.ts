import { type ImageKind, type Size, textAt } from "./image-kind.ts";

const END = 0xd9;
const SCAN = 0xda;
/** The markers of frames, which have the size, among those of tables. */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

export const jpeg: ImageKind = {
  type: "image/jpeg",
  name: "JPEG",
  isOne: (file) => textAt(file, 0, 3) === "\xff\xd8\xff",
  sizesIn(file) {
    let size: Size | undefined;
    for (let at = 2; at < file.byteLength; ) {
      if (file.getUint8(at) !== 0xff) return undefined;
      const marker = file.getUint8(at + 1);
      if (marker === 0xff) {
        at += 1;
        continue;
      }
      if (isFrame(marker)) size = { height: file.getUint16(at + 5), width: file.getUint16(at + 7) };
      const next = at + 2 + file.getUint16(at + 2);
      if (next > file.byteLength) return undefined;
      if (marker === SCAN) return size && endsAfter(file, next) ? [size] : undefined;
      at = next;
    }
    return undefined;
  },
};

/** Compressed data contains no marker of the end. Cameras and editors append data of their own. */
function endsAfter(file: DataView, from: number): boolean {
  for (let at = from; at + 1 < file.byteLength; at++)
    if (file.getUint8(at) === 0xff && file.getUint8(at + 1) === END) return at > from;
  return false;
}
