import { cmdCommands, isForCmd } from "./cmd-words.ts";
import { type Problem, refusedDocument } from "./conversion.ts";
import { addressesIn } from "./curl-address.ts";
import { type Arguments, argumentsOf } from "./curl-arguments.ts";
import { requestsOf } from "./curl-request.ts";
import { isCurlText, MOST_CURL } from "./curl-text.ts";
import { convertRequests, type DescribedRequest } from "./described-requests.ts";
import { defineFormat } from "./format.ts";
import { type ShellCommand, shellCommands } from "./shell-words.ts";

/** The words before a command that is curl nevertheless. */
const IN_FRONT = /^(?:[$>!{]|then|do|else|if|while|until|time|sudo|env|nohup|exec|command)$/;
const CURL = /(?:^|[/\\])curl(?:\.exe)?$/i;

/** cURL commands, each of them one request. Nothing is run; the values of headers and credentials are not used. */
export const curl = defineFormat({
  type: "curl",
  label: "cURL commands",
  isOf: ({ syntax, text }) => syntax === "text" && isCurlText(text),
  convert({ text }, choices) {
    if (text.length > MOST_CURL) throw refusedDocument("", "has more than 1 MB of cURL commands. Split it.");
    const commands = (isForCmd(text) ? cmdCommands(text) : shellCommands(text)).map(withoutFront);
    const problems: Problem[] = othersIn(commands);
    const requests = commands
      .filter(({ words: [first = ""] }) => CURL.test(first))
      .flatMap((command, at) => requestsIn(command, `command ${at + 1}`, problems));
    if (requests.length === 0) throw refusedDocument("", "has no cURL command with an address.");
    return convertRequests({ title: "cURL", isNamedAfterHost: true, requests, problems }, choices);
  },
});

function withoutFront(command: ShellCommand): ShellCommand {
  const first = command.words.findIndex((word) => !IN_FRONT.test(word) && !/^\w+=/.test(word));
  return { ...command, words: first < 0 ? [] : command.words.slice(first) };
}

/** One problem for the other commands. Their words may be secrets. */
function othersIn(commands: readonly ShellCommand[]): Problem[] {
  const lines = commands
    .filter(({ words: [first] }) => first !== undefined && !CURL.test(first))
    .map(({ line }) => line);
  const places = [...new Set(lines)];
  const more = places.length > 10 ? "…" : "";
  if (places.length === 0) return [];
  const place = `${places.length === 1 ? "line" : "lines"} ${places.slice(0, 10).join(", ")}${more}`;
  return [{ place, message: "Only curl commands are read. Other commands are left out." }];
}

function requestsIn({ words, input }: ShellCommand, place: string, problems: Problem[]): DescribedRequest[] {
  return argumentsOf(words).flatMap((given) => requestsWith(given, { place, input, problems }));
}

function requestsWith(
  given: Arguments,
  { place, input, problems }: { place: string; input: string | undefined; problems: Problem[] },
): DescribedRequest[] {
  const hasUrl = given.options.some(({ name }) => name === "url");
  const { addresses, others, areSeveral } = addressesIn(given.words, hasUrl);
  const found = requestsOf(given, { addresses, place, input });
  for (const at of given.unknown) problems.push({ place: `${place}, word ${at}`, message: UNKNOWN });
  if (!areSeveral) for (const { at } of others) problems.push({ place: `${place}, word ${at}`, message: NEITHER });
  for (const message of found.problems) problems.push({ place, message });
  if (found.requests.length === 0) problems.push({ place, message: areSeveral ? SEVERAL : NO_ADDRESS });
  return found.requests;
}

const UNKNOWN = "curl has no such option. It is left out.";
const NEITHER = "It is neither an option nor an address. It is left out.";
const SEVERAL = "Several words can be the address. Write https:// in front of it. The command is left out.";
const NO_ADDRESS = "The command has no address. It is left out.";
