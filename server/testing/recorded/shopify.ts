import type { Recordings } from "./recording.ts";

const order = { id: 450789469, name: "#1001", financial_status: "paid", line_items: [{ id: 1, quantity: 1 }] };
const next = '<https://acme.myshopify.com/admin/api/2025-01/orders.json?limit=1&page_info=abc>; rel="next"';

export const shopify: Recordings = {
  key: "shopify",
  configuration: { "oauth.user.token": "shpat_1", "site.subdomain": "acme" },
  access: { line: "GET /shop.json", refusal: { status: 401 } },
  calls: [
    {
      call: "GET /orders?pageSize=1&where=status='any' AND financial_status='paid'",
      sends: {
        line: "GET /orders.json?status=any&financial_status=paid&limit=1",
        headers: { "x-shopify-access-token": "shpat_1" },
      },
      reply: { headers: { link: next }, body: { orders: [order] } },
      gives: [order],
      more: true,
    },
    {
      call: "GET /orders?where=status='any' AND financial_status='paid'&nextPage={next}",
      sends: { line: "GET /orders.json?limit=1&page_info=abc" },
      reply: { headers: { link: next.replace("next", "previous") }, body: { orders: [] } },
      gives: [],
      more: false,
    },
    {
      call: "GET /customers?pageSize=5&where=email='ada@example.com'",
      sends: { line: `GET /customers/search.json?limit=5&query=${encodeURIComponent('email:"ada@example.com"')}` },
      reply: { body: { customers: [{ id: 1, email: "ada@example.com" }] } },
      gives: [{ id: 1, email: "ada@example.com" }],
    },
    {
      call: "POST /customers",
      body: { email: "ada@example.com" },
      sends: { line: "POST /customers.json", body: { customer: { email: "ada@example.com" } } },
      reply: { status: 422, body: { errors: { email: ["has already been taken"] } } },
      refused: { kind: "badRequest" },
    },
    {
      call: "PATCH /products/7",
      body: { title: "Teapot" },
      sends: { line: "PUT /products/7.json", body: { product: { title: "Teapot" } } },
      reply: { body: { product: { id: 7, title: "Teapot" } } },
      gives: { id: 7, title: "Teapot" },
    },
    {
      call: "GET /orders/450789469",
      sends: { line: "GET /orders/450789469.json" },
      reply: { body: { order } },
      gives: order,
    },
    { call: "DELETE /products/7", sends: { line: "DELETE /products/7.json" }, reply: { body: {} } },
  ],
};
