import { cookies, headers } from "next/headers";
import { getRequestConfig } from "next-intl/server";
import { LOCALE_COOKIE, localeOf } from "./locales.ts";
import { messagesOf } from "./messages.ts";

/** The locale and the words of a request, as next-intl asks for them. Times are told in the browser's zone later. */
export default getRequestConfig(async () => {
  const locale = localeOf((await cookies()).get(LOCALE_COOKIE)?.value, (await headers()).get("accept-language"));
  return { locale, messages: await messagesOf(locale), timeZone: "UTC" };
});
