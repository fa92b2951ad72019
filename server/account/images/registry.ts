import { registry } from "../../registry.ts";
import { gif } from "./gif.ts";
import { ico } from "./ico.ts";
import type { ImageKind } from "./image-kind.ts";
import { jpeg } from "./jpeg.ts";
import { png } from "./png.ts";
import { webp } from "./webp.ts";

/**
 * Every kind of image that is accepted, by the API and by screens. Never add one that runs something, such as SVG. To
 * add one: write its file and name it here.
 */
export const IMAGE_KINDS: Readonly<Record<string, ImageKind>> = registry(png, jpeg, gif, webp, ico);

const KINDS = Object.values(IMAGE_KINDS);
const NAMES = KINDS.map(({ name }) => name);

/** "PNG, JPEG or GIF". */
export const IMAGE_NAMES = `${NAMES.slice(0, -1).join(", ")} or ${NAMES.at(-1)}`;

/** For `accept` of the field for a file. */
export const IMAGE_FILES = KINDS.flatMap(({ type, alsoChosenBy = [] }) => [type, ...alsoChosenBy]).join(",");

/** Larger pictures need much memory in the browsers of visitors, whatever the size of their file. */
const MOST_PIXELS = 10_000;

/**
 * The media type of an image by its content, whatever was declared; or the problem with it. The file must be complete,
 * from its header to its end: browsers show others broken.
 */
export function readImage(bytes: Uint8Array): { type: string } | { problem: string } {
  const file = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const kind = KINDS.find(({ isOne }) => isOne(file));
  if (!kind) return { problem: `must be a ${IMAGE_NAMES} image.` };
  const { type, name } = kind;
  const sizes = sizesIn(kind, file);
  if (!sizes?.every(({ width, height }) => width > 0 && height > 0))
    return { problem: `is not a complete ${name} image. Save the image again, and send the new file.` };
  return sizes.every(({ width, height }) => width <= MOST_PIXELS && height <= MOST_PIXELS)
    ? { type }
    : { problem: `must be at most ${MOST_PIXELS} pixels wide and high.` };
}

function sizesIn({ sizesIn }: ImageKind, file: DataView) {
  try {
    return sizesIn(file);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
