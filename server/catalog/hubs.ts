// The common fields of resources with the same name at all elements of a hub, by path, with types. A provider without
// such a field leaves it out. Dates are text, in ISO 8601.

const dates = { created_at: "string", updated_at: "string" } as const;

const crm = {
  contacts: {
    id: "string",
    first_name: "string",
    last_name: "string",
    email: "string",
    phone: "string",
    title: "string",
    account_id: "string",
    "address.street": "string",
    "address.city": "string",
    "address.postal_code": "string",
    "address.country": "string",
    "tags[*]": "string",
    ...dates,
  },
  accounts: {
    id: "string",
    name: "string",
    website: "string",
    industry: "string",
    employees: "integer",
    phone: "string",
    "annual_revenue.value": "number",
    "address.street": "string",
    "address.city": "string",
    "address.postal_code": "string",
    "address.country": "string",
    ...dates,
  },
  opportunities: {
    id: "string",
    name: "string",
    account_id: "string",
    stage: "string",
    "amount.value": "number",
    "amount.currency": "string",
    probability: "integer",
    close_date: "string",
    ...dates,
  },
  activities: {
    id: "string",
    type: "string",
    subject: "string",
    note: "string",
    contact_id: "string",
    account_id: "string",
    ...dates,
  },
  users: { id: "string", email: "string", first_name: "string", last_name: "string", ...dates },
} as const;

const helpdesk = {
  incidents: {
    id: "string",
    number: "string",
    name: "string",
    description: "string",
    state: "string",
    priority: "string",
    requester_id: "string",
    "assignee.id": "string",
    "assignee.name": "string",
    due_at: "string",
    ...dates,
  },
  users: { id: "string", name: "string", email: "string", role: "string", phone: "string", ...dates },
  comments: {
    id: "string",
    incident_id: "string",
    user_id: "string",
    body: "string",
    is_private: "boolean",
    ...dates,
  },
  "time-entries": {
    id: "string",
    incident_id: "string",
    user_id: "string",
    name: "string",
    minutes: "integer",
    ...dates,
  },
} as const;

const documents = {
  files: {
    id: "string",
    name: "string",
    path: "string",
    size: "integer",
    contentType: "string",
    description: "string",
    "tags[*]": "string",
    createdDate: "string",
    modifiedDate: "string",
  },
} as const;

/** The hubs that have more than one element with a resource of the same name. */
export const HUBS = { crm, documents, helpdesk } as const satisfies Record<
  string,
  Record<string, Record<string, string>>
>;
