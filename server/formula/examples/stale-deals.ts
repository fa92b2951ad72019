/** Each night, loops over all open opportunities, filters them, and sends one message with the matches. */
export const STALE_DEALS = {
  name: "Nightly stale-deal digest",
  description: "Each night, finds open opportunities past their expected close and sends one message that lists them.",
  engine: "v3",
  configuration: [
    { key: "crm", name: "CRM", type: "elementInstance", description: "The CRM whose opportunities are checked." },
    { key: "mail", name: "Mail", type: "elementInstance", description: "The connection that sends the digest." },
    { key: "to", name: "Recipient", type: "value", description: "The e-mail address that the digest goes to." },
    { key: "when", name: "When", type: "value", description: "The schedule, as a cron expression in UTC." },
  ],
  triggers: [{ type: "scheduled", properties: { cron: "${config.when}" }, onSuccess: ["getDeals"] }],
  steps: [
    {
      name: "getDeals",
      type: "elementRequest",
      properties: {
        elementInstanceId: "${config.crm}",
        method: "GET",
        api: "/hubs/crm/opportunities",
        query: { pageSize: 20 },
      },
      onSuccess: ["eachDeal"],
    },
    {
      name: "eachDeal",
      type: "loop",
      properties: { list: "steps.getDeals.response.body" },
      onSuccess: ["isStale"],
      onFailure: ["writeDigest"],
    },
    {
      name: "isStale",
      type: "filter",
      properties: {
        body: [
          "const { phase, expectedClose } = steps.eachDeal.entry;",
          "done(!['won', 'lost'].includes(phase) && expectedClose < new Date().toISOString().slice(0, 10));",
        ].join("\n"),
      },
      onSuccess: ["noteDeal"],
      onFailure: ["eachDeal"],
    },
    {
      name: "noteDeal",
      type: "script",
      properties: {
        body: [
          "const { title, phase, expectedClose } = steps.eachDeal.entry;",
          "const before = steps.noteDeal?.lines ?? [];",
          "done({ lines: [...before, `${expectedClose}  ${title} (${phase})`] });",
        ].join("\n"),
      },
      onSuccess: ["eachDeal"],
    },
    {
      name: "writeDigest",
      type: "script",
      properties: {
        body: [
          "const lines = steps.noteDeal?.lines ?? [];",
          "const text = lines.join('\\n') || 'None tonight.';",
          "done({ to: [config.to], subject: `${lines.length} stale deals`, text });",
        ].join("\n"),
      },
      onSuccess: ["sendDigest"],
    },
    {
      name: "sendDigest",
      type: "elementRequest",
      properties: {
        elementInstanceId: "${config.mail}",
        method: "POST",
        api: "/messages",
        body: "${steps.writeDigest}",
      },
    },
  ],
};
