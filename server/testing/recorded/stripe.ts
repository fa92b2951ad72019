import type { Recordings } from "./recording.ts";

const customer = { id: "cus_1", object: "customer", email: "ada@example.com", address: { city: "Lyon" } };
const listed = (has_more: boolean, ...data: unknown[]) => ({ object: "list", url: "/v1/customers", has_more, data });

export const stripe: Recordings = {
  key: "stripe",
  configuration: { username: "sk_test_1" },
  access: { line: "GET /balance", refusal: { status: 401 } },
  calls: [
    {
      call: "GET /customers?pageSize=1",
      sends: {
        line: "GET /customers?limit=1",
        headers: { authorization: "Bearer sk_test_1", "stripe-version": "2024-06-20" },
      },
      reply: { body: listed(true, customer) },
      gives: [customer],
      more: true,
    },
    {
      call: "GET /customers?nextPage={next}",
      sends: { line: "GET /customers?starting_after=cus_1&limit=1" },
      reply: { body: listed(false) },
      gives: [],
      more: false,
    },
    {
      call: "GET /invoices?where=customer='cus_1' AND status='open'",
      sends: { line: "GET /invoices?customer=cus_1&status=open&limit=100" },
      reply: { body: listed(false, { id: "in_1" }) },
      gives: [{ id: "in_1" }],
    },
    {
      call: "POST /customers",
      body: { email: "ada@example.com", address: { city: "Lyon", country: "FR" } },
      sends: {
        line: "POST /customers",
        headers: { "content-type": "application/x-www-form-urlencoded" },
        body: "email=ada%40example.com&address%5Bcity%5D=Lyon&address%5Bcountry%5D=FR",
      },
      reply: { body: customer },
      gives: customer,
    },
    {
      call: "PATCH /customers/cus_1",
      body: { name: "Ada" },
      sends: { line: "POST /customers/cus_1", body: "name=Ada" },
      reply: { body: customer },
      gives: customer,
    },
    {
      call: "DELETE /subscriptions/sub_1",
      sends: { line: "DELETE /subscriptions/sub_1" },
      reply: { body: { id: "sub_1", status: "canceled" } },
      gives: { id: "sub_1", status: "canceled" },
    },
    {
      call: "POST /payments",
      body: { amount: 1999, currency: "eur" },
      sends: { line: "POST /payment_intents", body: "amount=1999&currency=eur" },
      reply: { body: { id: "pi_1", status: "requires_payment_method" } },
      gives: { id: "pi_1", status: "requires_payment_method" },
    },
    {
      call: "POST /refunds",
      body: { payment_intent: "pi_1" },
      sends: { line: "POST /refunds", body: "payment_intent=pi_1" },
      reply: { status: 402, body: { error: { code: "charge_already_refunded", type: "invalid_request_error" } } },
      refused: { kind: "forbidden" },
    },
    {
      call: "GET /customers/cus_1",
      sends: { line: "GET /customers/cus_1" },
      reply: { status: 401, body: { error: { message: "Invalid API Key provided: sk_test_1" } } },
      refused: { kind: "unauthorized" },
    },
  ],
};
