import { encode } from "uqr";

/** A QR code as the path of an SVG image of `size` by `size` units, with its quiet zone. */
export function qrCode(text: string): { size: number; path: string } {
  const { size, data } = encode(text, { border: 4 });
  const squares = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return { size, path: squares.join("") };
}
