import { type ImageKind, type Size, textAt } from "./image-kind.ts";
import { png } from "./png.ts";

const [HEADER, ENTRY] = [6, 16];
const BITMAP_HEADER = 40;
/** More would be read again and again, since they may all be one. */
const MOST_PICTURES = 64;

export const ico: ImageKind = {
  type: "image/x-icon",
  name: "ICO",
  alsoChosenBy: ["image/vnd.microsoft.icon", ".ico"],
  isOne: (file) => textAt(file, 0, 4) === "\0\0\x01\0",
  sizesIn(file) {
    const count = file.getUint16(4, true);
    if (count > MOST_PICTURES) return undefined;
    const first = HEADER + count * ENTRY;
    const sizes = Array.from({ length: count }, (_, index) => {
      const entry = HEADER + index * ENTRY;
      const [length, at] = [file.getUint32(entry + 8, true), file.getUint32(entry + 12, true)];
      return at < first || at + length > file.byteLength
        ? undefined
        : sizeOf(new DataView(file.buffer, file.byteOffset + at, length));
    });
    return count > 0 && sizes.every((size) => size !== undefined) ? sizes : undefined;
  },
};

/** A picture of an icon is a PNG, or a bitmap of doubled height: pixels, then a mask. */
function sizeOf(picture: DataView): Size | undefined {
  if (png.isOne(picture)) return png.sizesIn(picture)?.[0];
  if (picture.getUint32(0, true) !== BITMAP_HEADER || picture.byteLength <= BITMAP_HEADER) return undefined;
  return { width: picture.getInt32(4, true), height: picture.getInt32(8, true) / 2 };
}
