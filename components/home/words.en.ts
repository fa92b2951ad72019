/** The first page, and the home of who is signed in. */
export default {
  front: {
    reference: "Reference",
    title: "Integrations you can read, run and trust.",
    words:
      "Formulary is an open integration platform. A formula is a few steps in a row: call a service, decide, shape, pass on. It runs durably, and shows every value each step saw.",
    steps: "Three steps to a first run",
    stepsWords: "Paste them into one terminal, one after the other. The last one prints the whole execution.",
    described: "Every call, with its parameters and replies, is described in <link>openapi.json</link>.",
  },
  readiness: {
    checking: "Asking whether everything is up …",
    up: "Everything is up.",
    down: "Formulary does not answer. Is npm start running?",
  },
  firstSteps: {
    signIn: { title: "Sign in", why: "A name and a password give a token." },
    secrets: {
      title: "Read your secrets",
      why: "Programs sign each call with a user's and an organization's secret.",
    },
    run: { title: "Run a formula", why: "Start an instance of a formula and wait for what it answers." },
  },
  sketch: {
    caption: "A formula: what starts it, and its steps",
    trigger: "a call, a clock, an event",
    httpRequest: "read the customer",
    filter: "only gold customers",
    script: "shape the answer",
  },
  hello: "Hello, {name}.",
  helloAnybody: "Hello.",
  words: "Formulas move your data; here is how they are doing.",
  toTry: {
    title: "Three things to try",
    run: { title: "Run a formula", words: "Send it an order and see every value that each step saw." },
    connect: {
      title: "Connect an account",
      words: "Pick an element (a connector), sign in to it, use it in a formula.",
    },
    api: { title: "Read the API", words: "Everything here is one REST API. This is its description." },
  },
  recent: {
    title: "Recent runs",
    all: "All runs",
    loading: "the recent runs",
    none: "Nothing has run yet",
    noneWords: "Each run of a formula is written down here, with what every step received and answered.",
    toFormulas: "Go to the formulas",
  },
  attention: {
    title: "Needs attention",
    loading: "what needs attention",
    none: "Nothing.",
    noneWords: "No run failed in the last 24 hours, and every connection works.",
    connect: "Connect {name} again",
    refused: "{element} no longer accepts the sign-in that we hold.",
    failed: "{count, plural, one {# failed run} other {# failed runs}}",
    manyFailed: "More than {count, number} failed runs",
    moreBroken: "{count, plural, one {# more connection} other {# more connections}} to reconnect",
    moreBrokenWords: "The list of connections shows them first.",
    latest: "In the last 24 hours. The latest: {formula}",
    latestError: "In the last 24 hours. The latest: {formula}, “{error}”",
  },
} as const;
