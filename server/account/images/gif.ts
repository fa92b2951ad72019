import { type ImageKind, textAt } from "./image-kind.ts";

const [IMAGE, EXTENSION, END] = [0x2c, 0x21, 0x3b];

export const gif: ImageKind = {
  type: "image/gif",
  name: "GIF",
  isOne: (file) => /^GIF8[79]a$/.test(textAt(file, 0, 6)),
  sizesIn(file) {
    const size = { width: file.getUint16(6, true), height: file.getUint16(8, true) };
    let hasPicture = false;
    for (let at = 13 + colorsOf(file.getUint8(10)); ; ) {
      const block = file.getUint8(at);
      if (block === END) return hasPicture ? [size] : undefined;
      if (block === IMAGE) {
        hasPicture = true;
        at = afterParts(file, at + 11 + colorsOf(file.getUint8(at + 9)));
      } else if (block === EXTENSION) at = afterParts(file, at + 2);
      else return undefined;
    }
  },
};

/** The bytes of a table of colors, which a flag announces. */
const colorsOf = (flags: number): number => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);

/** The position behind parts with a length each, of which the last is empty. */
function afterParts(file: DataView, from: number): number {
  let at = from;
  for (let length = file.getUint8(at); length > 0; length = file.getUint8(at)) at += 1 + length;
  return at + 1;
}
