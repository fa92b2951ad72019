/** A private name that was replaced: what to write instead, and why. */
type Rename = { use: string; because: string };

const renames = (because: string, names: Record<string, string>): Record<string, Rename> =>
  Object.fromEntries(Object.entries(names).map(([name, use]) => [name, { use, because }]));

/** Names of files, without extension, that may not return. */
export const FILE_NAMES: Readonly<Record<string, Rename>> = {
  ...renames("a standard term needs no docstring", {
    door: "screen-handler",
    "server-door": "screen-handler",
    begin: "start-process",
    "until-told": "shutdown-signal",
    "owner-ports": "execution-ports",
    counted: "pluralize",
    literally: "escape-like",
    lens: "run-overlay",
    likeness: "fuzzy-score",
    desk: "layout",
    spot: "insertion-point",
    "leads-to": "next-steps",
    "per-draft": "draft-cache",
    "use-kept": "use-persisted-state",
    "use-settled": "use-debounced",
    "run-kin": "related-runs",
    "taken-over": "reused-values",
    "text-faults": "text-problems",
    "later-socket": "deferred-socket",
    "only-one": "data-folder-lock",
  }),
  ...renames("code is notified, triggered and requested, not told, heard and asked", {
    "start-heard": "trigger-by-request",
    "tell-failure": "notify-failure",
    "untold-failures": "unnotified-failures",
    "note-call": "record-call",
    "answer-once": "idempotency",
    "shut-out": "revoke-sessions",
    "ask-hook": "run-event-hook",
    "answer-call": "handle-call",
    "ask-page": "request-page",
    answers: "mock-procedures",
    "why-answer": "why-event",
    "wrong-tries": "failed-attempts",
    "run-words": "explain-run",
  }),
  ...renames("background work is queues, workers and a scheduler", {
    pump: "queue-worker",
    courier: "queue-worker",
    "take-turns": "queue-worker",
    duties: "scheduler",
    clock: "scheduler",
    alone: "isolated-execution",
  }),
  ...renames("background work is done by workers, queues and schedulers", {
    pump: "isolated-executions",
    courier: "delivery-worker",
    "take-turns": "queue-worker",
    duties: "background-work",
    clock: "scheduler",
    alone: "isolated-execution",
  }),
  ...renames("an element has resources and operations; a connection is a socket", {
    "takes-call": "matches-resource",
    "call-as-owner": "element-client",
    "begin-connection": "begin-authorization",
    "finish-connection": "finish-authorization",
    "replace-connection": "replace-element-instance",
    "hub-call": "hub-request",
    "hub-answer": "hub-response-draft",
    "provider-call": "provider-request-draft",
  }),
  ...renames("rows are synchronized with a definition", {
    "keep-schedules": "sync-schedules",
    "keep-subscriptions": "sync-subscriptions",
    "keep-subscription": "sync-subscription",
    "keep-triggers": "sync-triggers",
    "keep-poller": "sync-poller",
    "keep-draft": "save-draft",
  }),
  ...renames("user-visible strings are messages", {
    words: "messages",
    "words.en": "messages.en",
    "known-words": "messages-provider",
  }),
  ...renames("it did not say against what", { "reason-against": "blocking-reason" }),
};

/** Identifiers that may not return, in code and in comments. */
export const IDENTIFIERS: Readonly<Record<string, Rename>> = {
  ...renames("a standard term needs no docstring", {
    serverDoor: "screenHandler",
    answerScreen: "handleScreenRequest",
    untilTold: "shutdownSignal",
    ownerPorts: "executionPorts",
    OwnersPorts: "ExecutionPorts",
    Lens: "RunOverlay",
    LensStep: "OverlayStep",
    Desk: "Layout",
    Spot: "InsertionPoint",
    spotUnder: "insertionPointUnder",
    LeadsTo: "NextSteps",
    leadsTo: "nextSteps",
    perDraft: "cachedByDraft",
    useKept: "usePersistedState",
    useSettled: "useDebounced",
    onDemand: "lazyComponent",
    RunKin: "RelatedRuns",
  }),
  ...renames("code is notified, triggered and requested, not told, heard and asked", {
    startHeard: "triggerByRequest",
    tellFailure: "notifyFailure",
    claimUntold: "claimUnnotified",
    findUntold: "findUnnotified",
    noteCall: "recordUsage",
    answerOnce: "runIdempotent",
    shutOut: "revokeSessions",
    askHook: "runInstanceEventHook",
    untold: "unnotified",
    isHeard: "hasRequestTriggers",
    isTold: "isKnown",
    outputTold: "recordedOutput",
    tellRefusal: "respondRefused",
    tellRow: "changeRow",
    toldOf: "notifyAbout",
    tellEvery: "everyFailure",
    tellFirst: "firstFailures",
    hasBegun: "hasStarted",
    isBegun: "isOpen",
    begunBefore: "unfinishedDraft",
    handedBack: "returning",
    sayInAddress: "replaceQuery",
  }),
  ...renames("requests are sent and handled, and people are notified", {
    ANSWER_WITHIN_MS: "RESPONSE_LIMIT_MS",
    NO_ANSWER: "NO_RESPONSE",
    answerAgent: "handleAgent",
    answerApi: "handleApi",
    answerCallback: "handleCallback",
    answerHealth: "handleHealth",
    answerLogin: "handleLogin",
    answerPage: "handlePage",
    answerAll: "mockProcedures",
    answerAt: "respondAt",
    answerAuth: "handleAuth",
    answerBulkFile: "handleBulkFile",
    answerCall: "handleCall",
    answerForm: "handleForm",
    answerFormulaResource: "handleFormulaResource",
    answerLive: "handleLive",
    answerValue: "handleValue",
    answerScreenCall: "handleScreenCall",
    answerHook: "handleHook",
    answerRun: "handleRun",
    answerWalk: "handleWalk",
    answerToken: "handleTokenRequest",
    answeredEarly: "respondedEarly",
    answerMs: "responseMs",
    answersByReturn: "returnsResult",
    answersLeft: "responsesLeft",
    hookAnswerTo: "hookResultOf",
    lastAnswer: "lastResponseAt",
    onAnswer: "onResponse",
    reportAnswer: "reportResult",
    setAnswer: "setResults",
    isOnlyAnswered: "hasOnlyResponse",
    filterAnswer: "filterResult",
    Asker: "AuthHeaders",
    askerOf: "authHeadersOf",
    askers: "clients",
    askAsScreen: "sendAsScreen",
    MaybeAsked: "OauthContext",
    askedMs: "requestedWaitMs",
    askPage: "requestPage",
    askSystem: "systemLookup",
    aToldInstance: "aNotifyingInstance",
    HEARD_MS: "LIVE_REFETCH_MS",
    hearsOrders: "triggeredByOrders",
    MOST_UNASKED: "MOST_IN_ADVANCE",
    NOTHING_TOLD: "NO_CURSOR",
    RetryAsked: "RetryRequested",
    saidOf: "polledFields",
    sandboxSaying: "sandboxReturning",
    TOLD_ONLY_BY: "TRIGGER_VALUES",
    ToldFailures: "NotifiedFailures",
    UNTOLD_MS: "BUFFER_MS",
    goesOnBy: "nextPortOf",
    mayGoOn: "mayContinue",
    handsBack: "releasesItself",
    givesBack: "restoresFocus",
    inTheHooksWords: "hookResponse",
    FileAnswer: "FileResponse",
    askedEntries: "shownEntriesOf",
    NOT_ASKED: "NOT_SHOWN",
    answerFor: "ownResponse",
    askFor: "pageRequest",
    compileAsk: "compileForRequest",
    compileTell: "compileForResponse",
    isAnswered: "hasResponded",
    TOLD_OF_PARTS: "ADDED_PART_FIELDS",
    saysMore: "hasDetails",
    saysNothing: "isTypeless",
    WhyAnswer: "WhyEvent",
  }),
  ...renames("an element has resources and operations", {
    takesCall: "matchesResource",
    callAsOwner: "elementClientFor",
  }),
  ...renames("HTTP has requests and responses; scripts and hooks have invocations and results", {
    HttpCall: "HttpRequest",
    HttpReply: "HttpResponse",
    HubCall: "HubRequest",
    HubReply: "HubResponse",
    HubAnswer: "HubResponseDraft",
    ProviderReply: "ProviderResponse",
    ProviderCall: "ProviderRequestDraft",
    emptyProviderCall: "emptyProviderRequestDraft",
    SqlReply: "SqlResult",
    HookCall: "HookInvocation",
    HookAnswer: "HookResult",
    FormulaCall: "FormulaRequest",
    ScriptCall: "ScriptInvocation",
    ScriptAnswer: "ScriptResult",
    EventCall: "EventRequest",
    HookReply: "HookResponse",
    ResourceCall: "ResourceRequest",
    AutomaticCall: "AutomaticRequest",
    AnsweredCall: "ReplacedRequest",
    WebhookAnswer: "WebhookResponse",
    StepReply: "StepResponse",
    FormulaReply: "FormulaResponse",
    NotedCall: "RecordedRequest",
    LastCall: "LastRequest",
    NewCall: "NewScheduledRequest",
    JobCall: "ScheduledRequest",
    KeptAnswer: "StoredOutcome",
    TokenCall: "TokenRequest",
    TestReply: "TestResponse",
    GuestAnswer: "GuestResult",
    CallbackAnswer: "CallbackResponse",
    CallReport: "RequestReport",
    CallReply: "RequestResult",
  }),
  ...renames("rows are synchronized with a definition", {
    keepSchedules: "syncSchedules",
    keepSubscriptions: "syncSubscriptions",
    keepSubscription: "syncSubscription",
    keepTriggers: "syncTriggers",
    keepPoller: "syncPoller",
    keepDraft: "saveDraft",
  }),
  ...renames("it did not say against what", {
    reasonAgainst: "blockingReason",
    reasonAgainstStart: "blockingReasonForTrigger",
  }),
};

/** Papers that are not in this repository. The specification is cited as `spec §2.5`; docs/ says what that is. */
const CITATION = new RegExp(
  [
    String.raw`\bcontract(?:[ /](?:elements|formulas))?(?:\.md)? ?§`,
    String.raw`\breliability(?:\.md)?[\`\x27]? (?:[A-Z]\d|§)`,
    String.raw`(?<!docs/)\b(?:product|reliability|sandbox|stack|performance|style-anchors|workbench|language)\.md\b`,
    String.raw`\bdesign decision \d`,
    String.raw`\((?:S\d{1,2}(?:, )?)+\)`,
    String.raw`(?<!\bspec |\bRFC \d{3,5} |\bCore |; |, |^- )§ ?\d`,
  ].join("|"),
  "g",
);

const BRITISH =
  /(?:organis|colour|behaviour|catalogue|normalis|authoris|neighbour|favourite|honour|recognis|serialis|initialis|summaris|optimis(?:e|ation)|customis|synchronis|minimis(?:e|ation)|\bcentre|licence|labelled(?!by)|labelling|modelled|travelled|analyse)\w*/gi;

/** The API's names with `vendor`: fields, values and the variables of hooks. Anything else is a provider. */
const VENDOR_OF_API =
  /^(?:vendor(?:Name(?:Of|In)?|Path|Type|DataType|Method|DocumentationUrl|DisplayName|ReadOnly|Required|NativeType|Object(?:Of)?|JobId)|VendorType|VENDOR_TYPES|VENDOR_(?:NOT_)?SUPPORTED|vendor_supported|[\w$]*_vendor_[\w$]*|preferredVendor|(?:from|to)Vendor|vendorMask)$/;
const BARE_VENDOR = /(?<!["'`.\w-])vendors?(?!["'`\w.-])/gi;

/** A count beside a noun that is always plural. Constants in capitals are never 1. */
const COUNTED =
  /\$\{[^{}]*\b(?:length|size|count|most|values|applied|\w+\.[A-Z_]+)\} (?!has\b|is\b|was\b|does\b)[a-z]+s\b/g;

/** Both forms at once. Messages on brandings have them before a colon: the API fixes their text. */
const BOTH_FORMS = /\b(?!http)[a-z]{3,}\(s\)(?=[ "'`.,])/g;

/** Personification in texts that people read. Comments of code are not read. */
const DIALECT =
  /(["`])(?:(?!\1)[^\\\n]|\\.)*\b(?:(?:is|are|was|been|be) (?:told|heard|asked for)|tells? of|could be told|of before|of old)\b(?:(?!\1)[^\\\n]|\\.)*\1/g;

/** Lists the same words, to find them in messages. */
const PROSE = "components/messages/prose.test.ts";

/** Declared names that say that somebody spoke, or that something was done, instead of naming the value. */
const SPEECH =
  /(?<=\b(?:const|let|var|function)\s+|[({[,]\s*|^[ \t]*)(?:told|heard|asked|said|answers?|answered|answering|made|begun|lent)\b(?!-)/gm;

/** A part of a name, such as `askedOf` or `NOT_TOLD`, that says the same. The API has a field `answerStatus`. */
const SPOKEN_PART =
  /^(?!answer_?[sS]tatus$)(?:(?:ask|asked|tell|told|said|heard|untold|unasked|answer|answers|answered|Ask|Asked|Told|Said|Heard|Answered?)[A-Z_]\w*|\w*(?:[a-z\d](?:Asked|Asking|Told|Said|Says|Heard|Hears|Answers?|Answered)|_(?:ASKED|TOLD|SAID|HEARD|ANSWERS?|ANSWERED))(?:[A-Z_]\w*)?)$/;

/** The beginning of a comment that names no subject. */
const HEADLESS =
  /^(?:What(?:ever)?|Who(?:m|se|ever)?|Those|That of|Of|(?:The )?[Oo]nes? (?:that|who|which|of (?:them|these|those)))(?! %)\b/;

/** Code in the role of a person, or a word for word translation. */
const TRANSLATED =
  /\b(?:(?:is|are|was|were|be|been|being) (?:told|asked|heard|handed|lent)|hand(?:s|ed|ing)? (?:(?:it|them|this|that) )?(?:over|out|back|on)|go(?:es)? on|went on|stands? (?:in for|in the place)|lets? \S+ know|knows? nothing|what (?:became|becomes|comes|came) of|anew|whoever|under way|once more|by the clock|of before|of old(?! \w))\b/gi;

/** A title of a test or of a group of tests: a subject and a verb, no riddle. */
const TITLE =
  /(?:\b(?:test|describe|plain)(?:\.\w+)*|^[ \t]*[\])}]+|\.(?:each|for)\([^\n]*\))\(\s*(["'`])((?:\\.|(?!\1)[^\\\n])*)\1,/gm;

/** The ids of attacks and rows of the specification before a title. */
const IDS = /^(?:[A-K]\d\d(?:, [A-K]\d\d)*|spec §[^:]*(?::(?! )[^:]*)*): /;

const RIDDLE =
  /^(?:(?:what|who|whom|whoever|whatever|where|nobody) (?!%)|whose )|\b(?:told|heard|asked|begun|handed|lent|come back|comes back|came back|goes on|go on|whoever|answers|answered|of before|of old(?! \w))\b/i;

/** The same in descriptions of stored data, which editors and the generated client show. */
const SCHEMA_RIDDLE =
  /^[ \t]*\/\/\/? (?:(?:what|who|where|of) |.*\b(?:told|tells|heard|asked|begun|began|handed|lent|couriers?|by the clock|answered)\b).*$/gim;

/** The forbidden action in a message, up to its end. */
const FORBIDDEN = /new Failure\(\s*"forbidden",\s*(?:"([^"]*)"|`([^`]*)`)/g;

/** Cites its own rows as `§2.5 name`. */
const SPECIFICATION = "server/specification/";

const DOCS_LINK = /\bdocs\/([\w-]+\.md)(?:#([\w-]+))?/g;

/** The access of the rules to docs/: whether a page exists, and its headings as anchors. */
export type Docs = (page: string) => ReadonlySet<string> | undefined;

/** Everything in a source file that does not follow the rules of language: terms, citations, spelling, links. */
export function languageProblems(path: string, source: string, docs: Docs): string[] {
  const name = path.split("/").at(-1) ?? "";
  const base = name.replace(/(?:\.(?:test|spec))?\.[cm]?[jt]sx?$/, "");
  const renamed = Object.hasOwn(FILE_NAMES, base) ? FILE_NAMES[base] : undefined;
  return [
    ...(renamed ? [`the file is called ${base}: use ${renamed.use}, since ${renamed.because}`] : []),
    ...words(source).flatMap((word) => {
      const rename = Object.hasOwn(IDENTIFIERS, word) ? IDENTIFIERS[word] : undefined;
      if (rename) return [`${word}: use ${rename.use}, since ${rename.because}`];
      return SPOKEN_PART.test(word) ? [`${word}: say requested, notified, reported or response`] : [];
    }),
    ...(path === PROSE || name.endsWith(".prisma") ? [] : commentProblems(source)),
    ...(path.startsWith(SPECIFICATION) ? [] : found(unwrapped(source), CITATION)).map(
      (text) => `"${text}" cites a paper that is not in the repository`,
    ),
    ...found(source, BRITISH).map((text) => `${text}: spell it the American way`),
    ...vendors(path, source).map((text) => `${text}: say provider; vendor is for fields of the API`),
    ...(path === PROSE ? [] : found(withoutStrings(withoutComments(source)), SPEECH)).map(
      (text) => `${text}: name the value for what it is, such as notified, received, reported or the noun`,
    ),
    ...(isTest(name) ? [] : messageProblems(source)),
    ...(isTest(name) ? riddles(source) : []).map((text) => `"${text}": say what is checked`),
    ...(name.endsWith(".prisma") ? found(source, SCHEMA_RIDDLE) : []).map((text) => `${text}: say what is stored`),
    ...deadLinks(source, docs),
  ].map((problem) => `${path}: ${problem}`);
}

/** Comments that a reader in a hurry would have to read twice. */
const commentProblems = (source: string): string[] =>
  comments(source).flatMap((text) => [
    ...(HEADLESS.test(text) ? [`"${text}": begin with the subject, such as "The changes between two revisions"`] : []),
    ...found(text, TRANSLATED).map(
      (phrase) => `"${phrase}" in "${text}": use the standard term, and a concrete subject`,
    ),
  ]);

const isTest = (name: string) => /\.(?:test|spec)\.tsx?$/.test(name);

/** Messages that are wrong for a count of one, and refusals that do not say what to do. */
const messageProblems = (source: string): string[] => [
  ...found(source, COUNTED).map((text) => `"${text}": use pluralize, since it may be one`),
  ...found(withoutComments(source), DIALECT).map((text) => `${text}: say notified, reported or requested`),
  ...found(source, BOTH_FORMS).map((text) => `"${text}": use pluralize instead of both forms`),
  ...[...source.matchAll(FORBIDDEN)]
    .map(([, text, template]) => text ?? template ?? "")
    .filter((message) => !/\. [A-Z]/.test(message))
    .map((message) => `"${message}": add whom to ask or what to do instead`),
];

/** Titles of tests that name no subject, or an actor that code is not. */
const riddles = (source: string): string[] =>
  [...source.matchAll(TITLE)].map(([, , title = ""]) => title).filter((title) => RIDDLE.test(title.replace(IDS, "")));

const found = (source: string, pattern: RegExp): string[] => [
  ...new Set([...source.matchAll(pattern)].map(([text]) => text.trim())),
];

/** The source with each comment in one line. */
const unwrapped = (source: string) => source.replaceAll(/\n\s*(?:\*|\/{2,3}) /g, " ");

/** The texts of comments, each in one line. */
const comments = (source: string): string[] =>
  [
    ...source.matchAll(/(?<=^|[\s{(])\/\*\*?\s([\s\S]*?)\*\/|(?<=^|[\s{(])((?:\/{2,3} .*(?:\n[ \t]*(?=\/\/))?)+)/gm),
  ].map(([, block, lines = ""]) =>
    (block ?? lines.replaceAll(/^[ \t]*\/{2,3} /gm, "")).replaceAll(/(?:^|\s*\n)\s*(?:\* ?)?/g, " ").trim(),
  );

const withoutComments = (source: string) => source.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, "");

const words = (source: string): string[] => [...new Set(source.match(/[A-Za-z_$][\w$]*/g))];

/** The tests that cover the specification use its own words, and a shop has a field of this name, too. */
function vendors(path: string, source: string): string[] {
  if (path.startsWith(SPECIFICATION) || path.startsWith("server/catalog/public/")) return [];
  const named = words(source).filter((word) => /.vendor|vendor./i.test(word) && !VENDOR_OF_API.test(word));
  return [...named, ...found(withoutStrings(source), BARE_VENDOR)];
}

const withoutStrings = (source: string) => source.replaceAll(/(["'`])(?:\\.|(?!\1)[^\\\n])*\1/g, "");

function deadLinks(source: string, docs: Docs): string[] {
  return [...source.matchAll(DOCS_LINK)].flatMap(([link, page = "", anchor]) => {
    const anchors = docs(page);
    if (!anchors) return [`${link}: there is no such page`];
    return anchor === undefined || anchors.has(anchor) ? [] : [`${link}: the page has no such heading`];
  });
}

/** The anchors of a Markdown page, as GitHub makes them from headings. */
export const anchorsOf = (page: string): Set<string> =>
  new Set(
    [...page.matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) =>
      heading
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N} _-]/gu, "")
        .trim()
        .replaceAll(" ", "-"),
    ),
  );
