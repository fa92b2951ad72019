/** Messages about what agents may use. */
export default {
  title: "Agents",
  description: "Assistants that speak the Model Context Protocol can use what is opened to them here.",
  docs: "How to connect an agent",
  loading: "what agents may use",
  question: "What may agents do?",
  connection: {
    closed: "Nothing",
    closedDescription: "Agents do not see this connection.",
    reads: "Read",
    readsDescription: "They call the operations that read.",
    changes: "Read and change",
    changesDescription: "They call all operations. Changes need a confirmation each time.",
  },
  formula: {
    closed: "Nothing",
    closedDescription: "Agents do not see this formula.",
    changes: "Run it",
    changesDescription: "They run this formula with data of their own. Each run needs a confirmation.",
  },
  saved: "Saved for agents",
};
