/** Browsers name the browsers that they derive from, too, so those come last. Brave calls itself Chrome. */
const BROWSERS: [name: string, sign: RegExp][] = [
  ["Edge", /\b(?:Headless)?Edg(?:e|A|iOS)?\//],
  ["Opera", /\b(?:OPR|OPT|OPiOS)\//],
  ["Samsung Internet", /\bSamsungBrowser\//],
  ["Firefox", /\b(?:Firefox|FxiOS)\//],
  ["Chrome", /\b(?:(?:Headless)?Chrome|CriOS)\//],
  ["Safari", /\bSafari\//],
];
const SYSTEMS: [name: string, sign: RegExp][] = [
  ["Android", /\bAndroid\b/],
  ["iOS", /\b(?:iPhone|iPad)\b/],
  ["Windows", /\bWindows\b/],
  ["ChromeOS", /\bCrOS\b/],
  ["macOS", /\bMac OS X\b/],
  ["Linux", /\bLinux\b/],
];
const LONGEST = 60;

const firstOf = (table: [string, RegExp][], text: string) => table.find(([, sign]) => sign.test(text))?.[0];

/** The browser and system of a User-Agent, such as `Firefox, Linux`; another program as it calls itself. */
export function deviceOf(userAgent: string | undefined): string | undefined {
  if (!userAgent) return undefined;
  const known = [firstOf(BROWSERS, userAgent), firstOf(SYSTEMS, userAgent)].filter(Boolean);
  return known.length > 0 ? known.join(", ") : userAgent.slice(0, LONGEST);
}
