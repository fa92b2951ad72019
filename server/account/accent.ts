/** The contrast that texts need (WCAG 2.2, 1.4.3). */
export const LEAST_CONTRAST = 4.5;

/** The darkest background in light on which the accent is read, and the lightest one in dark. */
const LIGHT = "#eff4ff";
const DARK = "#16233f";

const COLOR = /^#[0-9a-f]{6}$/i;

type Rgb = [number, number, number];

const rgbOf = (color: string): Rgb => [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16)) as Rgb;
const hexOf = (rgb: Rgb): string => `#${rgb.map((part) => Math.round(part).toString(16).padStart(2, "0")).join("")}`;

function luminance(color: string): number {
  const [red, green, blue] = rgbOf(color).map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as Rgb;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** The contrast of two colors, from 1 to 21 (WCAG 2.2). */
export function contrast(one: string, other: string): number {
  const [lighter, darker] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number];
  return (lighter + 0.05) / (darker + 0.05);
}

/** An accent color in light, as chosen, and in dark. */
export type Accent = { light: string; dark: string };

/** The accent of a color, which in dark is mixed with white until it can be read. */
export function accentOf(color: string): Accent {
  const light = color.toLowerCase();
  for (let share = 0; share <= 1; share += 0.02) {
    const mixed = hexOf(rgbOf(light).map((part) => part + (255 - part) * share) as Rgb);
    if (contrast(mixed, DARK) >= LEAST_CONTRAST) return { light, dark: mixed };
  }
  return { light, dark: "#ffffff" };
}

/** Why a color cannot be the accent, as a sentence; undefined if it can. */
export function accentProblem(color: string): string | undefined {
  if (!COLOR.test(color)) return "accentColor: must be a color such as #1d4ed8.";
  const { light, dark } = accentOf(color);
  const [inLight, inDark] = [contrast(light, LIGHT), contrast(dark, DARK)];
  if (Math.min(inLight, inDark) >= LEAST_CONTRAST) return undefined;
  const found = Math.floor(Math.min(inLight, inDark) * 10) / 10;
  return `accentColor: ${light} cannot be read on a light background: its contrast is ${found}, and ${LEAST_CONTRAST} are needed. Choose a darker color.`;
}
