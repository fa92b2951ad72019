import type { Socket } from "node:net";
import { createInterface } from "node:readline";
import { TLSSocket } from "node:tls";
import { afterEach, describe, expect, test } from "vitest";
import { certificate } from "#server/testing/certificate.ts";
import { type Listener, listen } from "#server/testing/listener.ts";
import { createEgress } from "./egress/egress.ts";
import { createMailer } from "./mailer.ts";

const egress = createEgress({ lookup: async () => ["127.0.0.1"], connectMs: 500 });
let relay: Listener;

afterEach(() => relay?.close());

const RESPONSES: Readonly<Record<string, string>> = {
  EHLO: "250-relay.test\r\n250 AUTH PLAIN",
  AUTH: "235 welcome",
  DATA: "354 go on",
  QUIT: "221 bye",
};

/** A mail server that responds to a command by its first word in `refusals`, and accepts all others. */
async function aRelay(refusals: Record<string, string> = {}) {
  const lines: string[] = [];
  let inData = false;
  relay = await listen(undefined, (socket) => {
    socket.write("220 relay.test ESMTP\r\n");
    createInterface(socket).on("line", (line) => {
      lines.push(line);
      if (inData && line !== ".") return;
      const word = inData ? "." : (/^\w+/.exec(line)?.[0] ?? "");
      inData = word === "DATA";
      socket.write(`${refusals[word] ?? RESPONSES[word] ?? "250 OK"}\r\n`);
    });
  });
  return lines;
}

/** Upgrades the connection to TLS with a certificate that nobody trusts. */
function startTls(socket: Socket) {
  socket.write("220 relay.test ESMTP\r\n");
  socket.on("data", (line) => {
    if (!/^STARTTLS/.test(String(line))) return void socket.write("250-relay.test\r\n250 STARTTLS\r\n");
    socket.removeAllListeners("data");
    socket.write("220 go on\r\n");
    new TLSSocket(socket, { isServer: true, ...certificate }).on("error", () => {});
  });
}

const MESSAGE = {
  to: "ann@example.com, Bob <bob@example.com>",
  subject: "Formula failed: ü",
  body: "First line\n.\nLast",
};

const mailer = (rest = "", user = "") => {
  const created = createMailer(`smtp://${user}mail.internal:${relay.port}${rest}`, egress);
  if (!created) throw new Error("no mailer");
  return created;
};

test("without SMTP_URL there is no mailer", () => {
  expect(createMailer(undefined, egress)).toBeNull();
});

test("a message reaches each recipient as plain text", async () => {
  const lines = await aRelay();
  await mailer().send(MESSAGE);
  expect(lines).toEqual(
    expect.arrayContaining([
      "MAIL FROM:<formulary@mail.internal>",
      "RCPT TO:<ann@example.com>",
      "RCPT TO:<bob@example.com>",
      "From: Formulary <formulary@mail.internal>",
      "To: ann@example.com, Bob <bob@example.com>",
      "Subject: =?UTF-8?Q?Formula_failed=3A_=C3=BC?=",
      "Content-Type: text/plain; charset=utf-8",
      "First line",
      "..",
      "Last",
    ]),
  );
  expect(lines.filter((line) => /^AUTH/.test(line))).toEqual([]);
});

test.each([
  ["", "robot%40example.com:p%3Aw@", "robot@example.com"],
  ["?from=ops@example.org", "robot:p%3Aw@", "ops@example.org"],
])("with %j and an account it signs in and writes as %s", async (rest, user, sender) => {
  const lines = await aRelay();
  await mailer(rest, user).send(MESSAGE);
  expect(lines).toContain(`MAIL FROM:<${sender}>`);
  const [, , token = ""] = lines.find((line) => line.startsWith("AUTH"))?.split(" ") ?? [];
  expect(Buffer.from(token, "base64").toString()).toMatch(/^\0robot(@example.com)?\0p:w$/);
});

test("a line break adds neither header nor recipient", async () => {
  const lines = await aRelay();
  await mailer().send({ to: "ann@example.com", subject: "a\r\nBcc: eve@example.com\r\n\r\nb", body: "c" });
  expect(lines.filter((line) => /^bcc:/i.test(line))).toEqual([]);
  const to = "ann@example.com\r\nBcc: eve@example.com";
  await expect(mailer().send({ to, subject: "a", body: "b" })).rejects.toMatchObject({ kind: "unprocessable" });
});

test("a subject or a body cannot turn the text around it", async () => {
  const lines = await aRelay();
  const turned = "\u202eOrders\u2069 \u2067failed";
  await mailer().send({ to: "ann@example.com", subject: turned, body: `${turned}\nhttps://\u202ehere.test/` });
  expect(lines).toContain("Subject: Orders failed");
  expect(lines.slice(-5)).toEqual(expect.arrayContaining(["Orders failed", "https://here.test/"]));
});

test("login names that are no addresses get no mail", async () => {
  const lines = await aRelay();
  await mailer().send({ ...MESSAGE, to: "ada, ann@example.com, Bob <bob>" });
  expect(lines.filter((line) => /^RCPT/.test(line))).toEqual(["RCPT TO:<ann@example.com>"]);
  await expect(mailer().send({ ...MESSAGE, to: "ada" })).rejects.toMatchObject({ kind: "unprocessable" });
});

describe("a message is not sent", () => {
  test.each<[Record<string, string>, string, string, string]>([
    [
      { AUTH: "535 bad canary" },
      "unprocessable",
      "The mail server refused the user or the password in SMTP_URL (535).",
      "535 bad canary",
    ],
    [{ RCPT: "550 no such user" }, "unprocessable", "The mail server refused the message (550).", "550 no such user"],
    [{ MAIL: "451 later" }, "badGateway", "The mail server did not accept the message: 451.", "451 later"],
    [{ ".": "554 spam" }, "unprocessable", "The mail server refused the message (554).", "554 spam"],
  ])("when the relay responds with %j", async (refusals, kind, message, providerMessage) => {
    await aRelay(refusals);
    await expect(mailer("", "robot:canary@").send(MESSAGE)).rejects.toMatchObject({ kind, message, providerMessage });
  });

  test.each<[string, (socket: Socket) => void, RegExp]>([
    ["hangs up", (socket) => socket.destroy(), /the connection was closed|connection reset/],
    ["is no mail server", (socket) => socket.write("HTTP/1.1 400 Bad Request\r\n\r\n"), /does not speak SMTP/],
    ["has a certificate of its own for STARTTLS", startTls, /its certificate is self-signed/],
  ])("when the relay %s, with the cause and without a secret", async (_, greeting, cause) => {
    relay = await listen(undefined, greeting);
    const failed = mailer("", "robot:canary@").send(MESSAGE);
    await expect(failed).rejects.toMatchObject({ kind: "badGateway", message: expect.stringMatching(cause) });
    await expect(failed).rejects.toMatchObject({ message: expect.not.stringMatching(/canary|esocket|econn/i) });
  });

  test("when nobody listens", async () => {
    relay = await listen();
    const unreachable = mailer();
    await relay.close();
    await expect(unreachable.send(MESSAGE)).rejects.toMatchObject({
      kind: "badGateway",
      message: expect.stringMatching(/^Could not connect to mail.internal:\d+: connection refused/),
    });
    relay = await listen();
  });

  test("when the relay's certificate is not trusted", async () => {
    await aRelay();
    const secure = createMailer(`smtps://mail.internal:${relay.port}`, egress);
    await expect(secure?.send(MESSAGE)).rejects.toMatchObject({
      kind: "badGateway",
      message: expect.stringContaining("TLS"),
    });
  });
});

test.each([
  ["127.0.0.1", "https://app.example.com/base", "formulary@app.example.com"],
  ["[::1]", "https://app.example.com", "formulary@app.example.com"],
  ["127.0.0.1", "http://10.0.0.1:8080", "formulary@localhost"],
])("with the address %s in SMTP_URL, and the product at %s, it writes as %s", async (host, publicUrl, sender) => {
  const lines = await aRelay();
  await createMailer(`smtp://${host}:${relay.port}`, egress, publicUrl)?.send(MESSAGE);
  expect(lines).toContain(`MAIL FROM:<${sender}>`);
});

test.each(["ops@163.com", "Ops <ops@3m.example>", "ops@[10.0.0.1]", "ops@10.0.0.1"])(
  "the sender %s is accepted",
  (from) => {
    expect(createMailer(`smtp://mail.internal?from=${encodeURIComponent(from)}`, egress)).not.toBeNull();
  },
);

test.each(["nobody", "nobody@", "@example.com", "<>"])("the sender %s stops the start", (from) => {
  const smtpUrl = `smtp://mail.internal?from=${encodeURIComponent(from)}`;
  expect(() => createMailer(smtpUrl, egress)).toThrow("SMTP_URL: from must be an e-mail address");
});

test.each(["http://mail.internal", "mail.internal:25", "smtp://", "smtp:mail"])(
  "SMTP_URL %j stops the start",
  (text) => {
    expect(() => createMailer(text, egress)).toThrow("SMTP_URL: must be smtp[s]://[user:password@]host[:port]");
  },
);
