import { cookies, headers } from "next/headers";
import { getRequestConfig } from "next-intl/server";
import { LOCALE_COOKIE, localeOf } from "../languages/locales.ts";
import { loadMessages } from "./load-messages.ts";

/** The locale and messages of a request, for next-intl. Times switch to the time zone of the browser once the page is hydrated. */
export default getRequestConfig(async () => {
  const locale = localeOf((await cookies()).get(LOCALE_COOKIE)?.value, (await headers()).get("accept-language"));
  return { locale, messages: await loadMessages(locale), timeZone: "UTC" };
});
