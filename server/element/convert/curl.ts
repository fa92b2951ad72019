import { type Json, type Problem, refusedDocument } from "./conversion.ts";
import { convertRequests, type DescribedRequest, formSample, jsonIn, mostFrequent } from "./described-requests.ts";
import { defineFormat } from "./format.ts";
import { shellCommands } from "./shell-words.ts";

/** Options whose value is irrelevant to the request. */
const WITH_VALUE = new Set(
  "-o --output -m --max-time --connect-timeout --retry --retry-delay -w --write-out --cacert --capath -E --cert --key --resolve -x --proxy --interface -c --cookie-jar --limit-rate --ciphers --tls-max -D --dump-header -K --config -T --upload-file -e --referer -A --user-agent -C --continue-at -z --time-cond".split(
    " ",
  ),
);

const MOST_TEXT = 2 ** 20;

/** cURL commands, each of them one request. Nothing is run; the values of headers and credentials are not used. */
export const curl = defineFormat({
  type: "curl",
  label: "cURL commands",
  isOf: ({ text }) => /^\s*(?:\$\s*)?(?:#[^\n]*\n\s*)*curl(?:\.exe)?\s/.test(text.slice(0, 1000)),
  convert({ text }, choices) {
    if (text.length > MOST_TEXT) throw refusedDocument("", "has more than 1 MB of cURL commands. Split it.");
    const problems: Problem[] = [];
    const requests = shellCommands(text).flatMap((words, at) => {
      const place = `command ${at + 1}`;
      const [, ...options] = words[0] === "$" ? words.slice(1) : words;
      return requestOf(options, place, problems);
    });
    if (requests.length === 0) throw refusedDocument("", "has no cURL command with an address.");
    return convertRequests({ title: titleOf(requests), requests, problems }, choices);
  },
});

/** The host of most requests, unless it is a variable. */
function titleOf(requests: readonly DescribedRequest[]): string {
  const host = mostFrequent(requests.map(({ url }) => hostOf(url)));
  return host.includes("{") ? "cURL" : host;
}

const hostOf = (url: string): string => /^(?:https?:\/\/)?(?:[^/?#@]*@)?([^/?#:]+)/i.exec(url)?.[1] ?? "cURL";

function requestOf(words: readonly string[], place: string, problems: Problem[]): DescribedRequest[] {
  const headers: [string, string][] = [];
  const data: string[] = [];
  const parts: { name: string; isFile: boolean }[] = [];
  let method: string | undefined;
  let url = "";
  let security: Json | undefined;
  let isQuery = false;
  let isJson = false;
  for (let at = 0; at < words.length; at++) {
    const { option, next } = optionAt(words, at);
    const value = () => {
      at = next.at;
      return next.value;
    };
    if (option === "-X" || option === "--request") method = value();
    else if (option === "-I" || option === "--head") method = "HEAD";
    else if (option === "-G" || option === "--get") isQuery = true;
    else if (option === "--url") url = value();
    else if (option === "-u" || option === "--user") {
      value();
      security = { type: "http", scheme: "basic" };
    } else if (option === "--oauth2-bearer") {
      value();
      security = { type: "http", scheme: "bearer" };
    } else if (option === "-b" || option === "--cookie") {
      value();
      problems.push({ place, message: "Cookies are not sent. Choose how the element authenticates." });
    } else if (option === "-H" || option === "--header") {
      const [, name = "", text = ""] = /^([^:;]+)[:;]?\s*(.*)$/s.exec(value()) ?? [];
      if (/^cookie$/i.test(name))
        problems.push({ place, message: "Cookies are not sent. Choose how the element authenticates." });
      if (name !== "") headers.push([name.trim(), text]);
    } else if (/^(?:-d|--data(?:-raw|-ascii|-binary|-urlencode)?|--json)$/.test(option)) {
      isJson ||= option === "--json";
      data.push(value());
    } else if (/^(?:-F|--form(?:-string)?)$/.test(option)) {
      const [, name = "", text = ""] = /^([^=]*)=?(.*)$/s.exec(value()) ?? [];
      parts.push({ name, isFile: option !== "--form-string" && /^[@<]/.test(text) });
    } else if (WITH_VALUE.has(option)) value();
    else if (!option.startsWith("-") && url === "") url = option;
  }
  if (url === "") {
    problems.push({ place, message: "The command has no address. It is left out." });
    return [];
  }
  const type = headers
    .find(([name]) => /^content-type$/i.test(name))?.[1]
    .split(";", 1)
    .join()
    .trim();
  const query = isQuery ? data.map((pair) => pair.split("=", 1).join("")).join("&") : "";
  const body =
    parts.length > 0
      ? { contentType: "multipart/form-data", sample: formSample(parts) }
      : bodyOf(data, { type, isJson });
  const sent = isQuery ? undefined : body;
  return [
    {
      ...{ place, name: "", headers, security, replies: [], body: sent },
      method: method ?? (sent ? "POST" : "GET"),
      url: query === "" ? url : `${url}${url.includes("?") ? "&" : "?"}${query}`,
    },
  ];
}

/** `-XPOST`, `--request=POST` and `-X POST` are equivalent. */
function optionAt(words: readonly string[], at: number) {
  const word = words[at] ?? "";
  const [, long, inline] = /^(--[\w-]+)=(.*)$/s.exec(word) ?? [];
  if (long !== undefined) return { option: long, next: { at, value: inline ?? "" } };
  const [, short, rest] = /^(-[XHdFubomwexAcEDKTCz])(.+)$/s.exec(word) ?? [];
  if (short !== undefined) return { option: short, next: { at, value: rest ?? "" } };
  return { option: word, next: { at: at + 1, value: words[at + 1] ?? "" } };
}

function bodyOf(
  data: readonly string[],
  { type, isJson }: { type: string | undefined; isJson: boolean },
): DescribedRequest["body"] {
  if (data.length === 0) return undefined;
  const text = data.join("&");
  const sample = jsonIn(text);
  if (sample !== undefined) return { contentType: type ?? "application/json", sample };
  if (isJson || (type !== undefined && !/x-www-form-urlencoded/i.test(type)))
    return { contentType: type ?? "application/json", sample: undefined };
  const names = text
    .split("&")
    .flatMap((pair) => (pair === "" || pair.startsWith("@") ? [] : [{ name: pair.split("=", 1).join("") }]));
  return { contentType: "application/x-www-form-urlencoded", sample: formSample(names) };
}
