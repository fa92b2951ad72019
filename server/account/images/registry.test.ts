import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { aBitmap, anIcon, aPng } from "#server/testing/images.ts";
import { IMAGE_FILES, IMAGE_KINDS, IMAGE_NAMES, readImage } from "./registry.ts";

const base64 = (text: string) => Buffer.from(text, "base64");
const JPEG = base64(
  "/9j/4AAQSkZJRgABAQEAYABgAAD/2wBDAAMCAgICAgMCAgIDAwMDBAYEBAQEBAgGBgUGCQgKCgkICQkKDA8MCgsOCwkJDRENDg8QEBEQCgwSExIQEw8QEBD/yQALCAABAAEBAREA/8wABgAQEAX/2gAIAQEAAD8A0s8g/9k=",
);

const WHOLE: [name: string, bytes: Buffer, type: string][] = [
  ["a PNG", aPng(), "image/png"],
  ["a JPEG", JPEG, "image/jpeg"],
  ["a GIF", base64("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7"), "image/gif"],
  ["a lossless WebP", base64("UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA=="), "image/webp"],
  ["a lossy WebP", base64("UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA"), "image/webp"],
  ["an icon with a PNG and a bitmap", anIcon(aPng(), aBitmap()), "image/x-icon"],
];

describe.each(WHOLE)("%s", (_, bytes, type) => {
  test("is accepted", () => expect(readImage(bytes)).toEqual({ type }));

  test("is refused wherever it ends too early", () => {
    for (let length = 16; length < bytes.length; length++)
      expect(readImage(bytes.subarray(0, length)), `${length} of ${bytes.length} bytes`).toHaveProperty("problem");
  });

  test("is refused if only its header is right", () => {
    const garbage = Buffer.concat([bytes.subarray(0, 16), Buffer.alloc(2000, "garbage")]);
    expect(readImage(garbage)).toEqual({ problem: expect.stringMatching(/^is not a complete \w+ image\. Save/) });
  });

  test("is read at any place of a larger buffer", () => {
    const inside = Buffer.concat([Buffer.alloc(7, 1), bytes, Buffer.alloc(7, 1)]).subarray(7, 7 + bytes.length);
    expect(readImage(inside)).toEqual({ type });
  });
});

test("pictures of the documentation are accepted", () => {
  const folder = path.join(import.meta.dirname, "../../../docs/pictures");
  for (const file of readdirSync(folder))
    expect(readImage(readFileSync(path.join(folder, file))), file).toEqual({ type: "image/webp" });
});

test.each([
  ["without a width", aPng({ width: 0 }), /^is not a complete PNG image/],
  ["with a side of more pixels than browsers of visitors should decode", aPng({ width: 10_001 }), /^must be at most/],
  ["an icon of a larger one", anIcon(aPng({ height: 2 ** 31 })), /^must be at most/],
  ["an icon without pictures", anIcon(), /^is not a complete ICO image/],
  ["an icon of more pictures than it could need", anIcon(...Array(65).fill(aPng())), /^is not a complete ICO image/],
  ["a script", Buffer.from("<svg onload=alert(1)>"), new RegExp(`^must be a ${IMAGE_NAMES} image\\.$`)],
  ["nothing", Buffer.alloc(0), /^must be a PNG/],
])("a picture is refused: %s", (_, bytes, problem) =>
  expect(readImage(bytes)).toEqual({ problem: expect.stringMatching(problem) }),
);

test("every kind is named by the API, the screens and the messages", () => {
  for (const { type, name } of Object.values(IMAGE_KINDS)) {
    expect(IMAGE_FILES.split(",")).toContain(type);
    expect(IMAGE_NAMES).toContain(name);
  }
});
