import { expect, test } from "vitest";
import { deviceOf } from "./device.ts";

const webKit = "AppleWebKit/537.36 (KHTML, like Gecko)";
const WINDOWS = `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webKit}`;
const LINUX = `Mozilla/5.0 (X11; Linux x86_64) ${webKit}`;
const ANDROID = `Mozilla/5.0 (Linux; Android 10; K) ${webKit}`;
const MAC = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)";
const IPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)";
const IPAD = "Mozilla/5.0 (iPad; CPU OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)";

test.each([
  ["Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox, Linux"],
  ["Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0", "Firefox, Android"],
  [`${IPHONE} FxiOS/140.0 Mobile/15E148 Safari/605.1.15`, "Firefox, iOS"],
  [`${WINDOWS} Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0`, "Edge, Windows"],
  [`${ANDROID} Chrome/140.0.0.0 Mobile Safari/537.36 EdgA/140.0.0.0`, "Edge, Android"],
  [`${IPHONE} Version/18.0 EdgiOS/140.0.3485.54 Mobile/15E148 Safari/604.1`, "Edge, iOS"],
  [`${WINDOWS} Chrome/64.0.3282.140 Safari/537.36 Edge/18.17763`, "Edge, Windows"],
  [`${WINDOWS} Chrome/140.0.0.0 Safari/537.36 OPR/124.0.0.0`, "Opera, Windows"],
  [`${ANDROID} Chrome/140.0.0.0 Mobile Safari/537.36 OPR/90.0.0.0`, "Opera, Android"],
  [`${IPHONE} Version/18.6 Mobile/15E148 Safari/604.1 OPT/6.1.0`, "Opera, iOS"],
  [`${ANDROID} SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36`, "Samsung Internet, Android"],
  [`${LINUX} HeadlessChrome/140.0.0.0 Safari/537.36`, "Chrome, Linux"],
  [`${LINUX} HeadlessChrome/140.0.0.0 Safari/537.36 HeadlessEdg/140.0.0.0`, "Edge, Linux"],
  ["Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36", "Chrome, ChromeOS"],
  [`${MAC.replace("605.1.15", "537.36")} Chrome/140.0.0.0 Safari/537.36`, "Chrome, macOS"],
  [`${ANDROID} Chrome/140.0.0.0 Mobile Safari/537.36`, "Chrome, Android"],
  [`${IPHONE} CriOS/140.0.7339.101 Mobile/15E148 Safari/604.1`, "Chrome, iOS"],
  [`${MAC} Version/18.6 Safari/605.1.15`, "Safari, macOS"],
  [`${IPAD} Version/18.6 Mobile/15E148 Safari/604.1`, "Safari, iOS"],
  ["curl/8.14.1", "curl/8.14.1"],
  ["", undefined],
  [undefined, undefined],
])("%j is %j", (userAgent, device) => expect(deviceOf(userAgent)).toBe(device));
