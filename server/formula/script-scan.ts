/** How a script body returns its result. */
export type ScriptFacts = {
  /** A `return` outside every function. */
  returns: boolean;
  /** A call of `done`, or `done` handed to something that will call it, as in `.then(done)`. */
  callsDone: boolean;
};

/**
 * Tokenizes JavaScript just precisely enough to distinguish code from strings, templates, comments and regular
 * expressions, and the bodies of functions from other braces. It never throws, whatever the text, and takes linear
 * time.
 */
export function scanScript(source: string): ScriptFacts {
  const facts: ScriptFacts = { returns: false, callsDone: false };
  let before: Token | undefined;
  let beforeThat: Token | undefined;
  const take = (token: Token) => {
    facts.returns ||= before?.text === "return" && before.isTop && beforeThat?.text !== "." && token.text !== ":";
    facts.callsDone ||= before?.text === "done" && isCalled(beforeThat?.text ?? "", token.text);
    beforeThat = before;
    before = token;
  };
  for (const token of scriptTokens(source)) take(token);
  take({ text: "", start: source.length, isTop: true, closes: undefined });
  return facts;
}

/** A piece of code, without space and comments; `isTop` outside every function. */
export type Token = { text: string; start: number; isTop: boolean; closes: Nesting | undefined };

/** The pieces of a script in order; the text of templates is passed over, the code in them is not. */
export function* scriptTokens(source: string): Generator<Token> {
  const nesting: Nesting[] = [];
  let functions = 0;
  let before: Token | undefined;
  for (let at = 0; at < source.length; ) {
    const start = at;
    const text = nextToken(source, at, mayBeRegex(before));
    at += text.length;
    if (/^(\s|\/\/|\/\*)/.test(text)) continue;
    const token: Token = { text, start, isTop: functions === 0, closes: undefined };
    if (isOpener(text)) {
      const opened = opening(text, before);
      nesting.push(opened);
      functions += opened.isFunction ? 1 : 0;
    } else if (/^[)\]}]$/.test(text)) {
      token.closes = nesting.pop();
      functions -= token.closes?.isFunction ? 1 : 0;
    }
    if (text === "`" || token.closes?.opener === "${") at = passTemplate(source, at, nesting);
    yield token;
    before = token;
  }
}

/** A bracket that is open. `isControl`: of an `if` and its kind, or a block of statements. */
type Nesting = { opener: "(" | "[" | "{" | "${"; isControl: boolean; isFunction: boolean };

const isOpener = (text: string): text is "(" | "[" | "{" => text === "(" || text === "[" || text === "{";

function opening(opener: "(" | "[" | "{", before: Token | undefined): Nesting {
  if (opener === "(") return { opener, isControl: CONTROL.has(before?.text ?? ""), isFunction: false };
  if (opener === "[") return { opener, isControl: false, isFunction: false };
  const isFunction = before?.text === "=>" || (before?.text === ")" && !before.closes?.isControl);
  return { opener, isControl: !isFunction && beginsBlock(before), isFunction };
}

const isCalled = (before: string, after: string) =>
  before !== "." && before !== "?." && (after === "(" || (/^[(,]$/.test(before) && /^[),]$/.test(after)));

const CONTROL = new Set(["if", "for", "while", "switch", "catch", "with", "await"]);

/** Words that a value, and so a regular expression, can follow. */
const BEFORE_VALUE = new Set(
  "return typeof case do else in of instanceof new void delete throw await yield".split(" "),
);

const CODE =
  /\s+|\/\/.*|\/\*[\s\S]*?(?:\*\/|$)|"(?:[^"\\\r\n]|\\[\s\S])*"?|'(?:[^'\\\r\n]|\\[\s\S])*'?|[\p{L}\p{N}_$]+|=>|\?\.|\+\+|--|[\s\S]/uy;

/** A regular expression, or what there is of it on this line; it takes something in any case, so time stays linear. */
const REGEX = /\/(?![/*])(?:[^/\\[\r\n]|\\.|\[(?:[^\]\\\r\n]|\\.)*\]?)*(?:\/\p{L}*)?/uy;

function nextToken(source: string, at: number, regexAllowed: boolean): string {
  const pattern = regexAllowed && source[at] === "/" && !/[/*]/.test(source[at + 1] ?? "") ? REGEX : CODE;
  pattern.lastIndex = at;
  return pattern.exec(source)?.[0] ?? source.charAt(at);
}

function mayBeRegex(before: Token | undefined): boolean {
  if (!before) return true;
  const { text, closes } = before;
  if (text === ")") return closes?.isControl ?? false;
  if (text === "}") return closes?.isControl || closes?.isFunction || false;
  if (/^[\p{L}\p{N}_$]/u.test(text)) return BEFORE_VALUE.has(text);
  return !/^(["'`\]]|\/.|\+\+|--)/.test(text);
}

/** Whether a brace after this begins statements, and not an object. */
const beginsBlock = (before: Token | undefined) =>
  !before ||
  /^([;{})]|else|do)$/.test(before.text) ||
  (/^[\p{L}_$]/u.test(before.text) && !BEFORE_VALUE.has(before.text));

/** Passes over template text to its end, or to the `${` where code begins again. Answers where to go on. */
function passTemplate(source: string, from: number, nesting: Nesting[]): number {
  TEMPLATE.lastIndex = from;
  const [text = "", end] = TEMPLATE.exec(source) ?? [];
  if (end === "${") nesting.push({ opener: "${", isControl: false, isFunction: false });
  return from + text.length;
}

const TEMPLATE = /(?:[^`\\$]|\\[\s\S]|\$(?!\{))*(`|\$\{)?/y;
