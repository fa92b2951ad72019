/** The designer. */
export default {
  ports: {
    starts: "starts",
    success: "success",
    failure: "failure",
    true: "true",
    false: "false",
    sent: "sent",
    notSent: "not sent",
    eachItem: "each item",
    whenDone: "when done",
    usedUp: "used up",
  },
} as const;
