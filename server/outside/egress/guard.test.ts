import { describe, expect, test } from "vitest";
import { parseAllowList } from "./allow-list.ts";
import { createGuard } from "./guard.ts";
import { isPublic } from "./public-address.ts";

const guardWith = (...allow: string[]) => createGuard(parseAllowList(allow));

describe("isPublic", () => {
  test.each([
    "0.0.0.0",
    "0.1.2.3",
    "10.0.0.1",
    "100.64.0.1",
    "100.100.100.200",
    "127.0.0.1",
    "127.255.255.254",
    "168.63.129.16",
    "169.254.169.254",
    "172.16.0.1",
    "172.31.255.255",
    "192.0.0.1",
    "192.0.2.1",
    "192.88.99.1",
    "192.168.0.1",
    "198.18.0.1",
    "198.51.100.1",
    "203.0.113.1",
    "224.0.0.1",
    "240.0.0.1",
    "255.255.255.255",
    "::",
    "::1",
    "::127.0.0.1",
    "::1.2.3.4",
    "::ffff:127.0.0.1",
    "::ffff:7f00:1",
    "::ffff:10.0.0.1",
    "::ffff:0:7f00:1",
    "64:ff9b::7f00:1",
    "64:ff9b::808:808",
    "64:ff9b:1::1",
    "100::1",
    "2001::1",
    "2001:2::1",
    "2001:10::1",
    "2001:20::1",
    "2001:db8::1",
    "2002:7f00:1::",
    "3fff::1",
    "4000::1",
    "5f00::1",
    "fc00::1",
    "fd00:ec2::254",
    "fe80::1",
    "fe80::1%eth0",
    "fec0::1",
    "ff02::1",
    "2606:4700::1%1",
    "",
    "localhost",
    "1.2.3",
    "0x7f.1",
    "2130706433",
    "example.com",
  ])("refuses %s (E02, E03)", (address) => expect(isPublic(address)).toBe(false));

  test.each([
    "1.1.1.1",
    "8.8.8.8",
    "172.15.0.1",
    "172.32.0.1",
    "192.169.0.1",
    "::ffff:8.8.8.8",
    "2606:4700::1111",
    "2a00:1450::1",
  ])("allows %s", (address) => expect(isPublic(address)).toBe(true));
});

describe("an address that is written down", () => {
  test.each<[string, string]>([
    ["file:///etc/passwd", "scheme not allowed: file:"],
    ["ftp://example.com/", "scheme not allowed: ftp:"],
    ["gopher://example.com/", "scheme not allowed: gopher:"],
    ["data:text/plain,x", "scheme not allowed: data:"],
    ["javascript:alert(1)", "scheme not allowed: javascript:"],
    ["amqp://example.com/", "scheme not allowed: amqp:"],
    ["//example.com/", "url: not an address"],
    ["example.com", "url: not an address"],
    ["", "url: not an address"],
    ["http://", "url: not an address"],
    ["http://user:canary@example.com/", "user name or password in front of example.com"],
    ["http://canary@example.com/", "user name or password"],
    ["http://:canary@example.com/", "user name or password"],
    ...[1, 22, 25, 53, 445, 587, 993].map((port): [string, string] => [
      `https://example.com:${port}/`,
      `port not allowed: ${port} of example.com`,
    ]),
    ...[2375, 3306, 5432, 5672, 6379, 9200, 11_211, 27_017].map((port): [string, string] => [
      `http://example.com:${port}/`,
      `port not allowed: ${port}`,
    ]),
    ["http://10.0.0.1/", "address not allowed: 10.0.0.1"],
    ["http://169.254.169.254/latest/meta-data/", "address not allowed: 169.254.169.254"],
    ["http://[fd00:ec2::254]/", "address not allowed: fd00:ec2::254"],
    ["http://localhost:8080/", "address not allowed: localhost"],
    ["http://a.localhost:8080/", "address not allowed: a.localhost"],
  ])("%s is refused (E06)", (address, words) => {
    const refuse = () => guardWith().target(address);
    expect(refuse).toThrow(expect.objectContaining({ kind: "badRequest", message: expect.stringContaining(words) }));
    expect(refuse).not.toThrow(/canary/);
  });

  test.each([
    "http://example.com",
    "https://example.com:443/",
    "http://example.com:8080/",
    "https://8.8.8.8/",
    "https://[2606:4700::1111]:8443/",
  ])("%s is allowed", (address) => expect(guardWith().target(address).url.href).toBe(new URL(address).href));

  test.each([
    ["amqp://guest:guest@mq.example.com", "mq.example.com", 5672],
    ["amqps://mq.example.com./vhost", "mq.example.com", 5671],
    ["amqp://mq.example.com:5673", "mq.example.com", 5673],
  ])("%s is allowed where brokers are", (address, host, port) => {
    expect(guardWith().target(address, ["amqp:", "amqps:"])).toMatchObject({ host, port });
  });

  test.each([
    "amqp://2130706433",
    "amqp://0x7f.1",
    "amqp://%31%32%37.0.0.1",
    "amqp://①②⑦.0.0.1",
    "amqp://[::1]",
    "amqp://127.1",
    "amqp://localhost.",
  ])("%s is refused although its scheme has no rule for numbers", (address) => {
    expect(() => guardWith().target(address, ["amqp:", "amqps:"])).toThrow(/address not allowed/);
  });
});

describe("EGRESS_ALLOW", () => {
  test.each([
    ["localhost", "http://localhost:8080/", true],
    ["localhost", "http://127.0.0.1:8080/", false],
    ["localhost", "http://localhost:5432/", false],
    ["localhost:3100", "http://localhost:3100/", true],
    ["localhost:3100", "http://LOCALHOST.:3100/", true],
    ["localhost:3100", "http://localhost:3101/", false],
    ["localhost:5432", "http://localhost:5432/", true],
    ["127.0.0.1", "http://127.1:8080/", true],
    ["127.0.0.1", "http://[::ffff:7f00:1]:8080/", true],
    ["127.0.0.1", "http://127.0.0.2:8080/", false],
    ["127.0.0.1:25", "http://127.0.0.1:25/", true],
    ["127.0.0.1:25", "http://127.0.0.1:8080/", false],
    ["10.0.0.0/8", "http://10.255.0.1/", true],
    ["10.0.0.0/8", "http://11.0.0.1:22/", false],
    ["10.0.0.0/8:22", "http://10.0.0.1:22/", true],
    ["10.0.0.0/8:22", "http://10.0.0.1/", false],
    ["10.0.0.0/8:22", "http://8.8.8.8:22/", false],
    ["10.0.0.0/8:22", "http://git.example.com:22/", true],
    ["0.0.0.0/0", "http://[::1]:8080/", false],
    ["::1", "http://[::1]:8080/", true],
    ["[::1]:8080", "http://[::1]:8080/", true],
    ["[::1]:8080", "http://[::1]:8081/", false],
    ["fd00::/8", "http://[fd12::1]/", true],
    ["fd00::/8:22", "http://[fd12::1]:22/", true],
    ["[fd00::]/8:22", "http://[fd12::1]:22/", true],
    ["64:ff9b::/96", "http://[64:ff9b::808:808]/", true],
  ])("with %s, %s is allowed: %s", (entry, address, allowed) => {
    const read = () => guardWith("unrelated.example:1", entry).target(address);
    if (allowed) expect(read).not.toThrow();
    else expect(read).toThrow(/not allowed/);
  });

  test("a port opened for a range is not opened for a name that leads elsewhere", () => {
    const { check } = guardWith("10.0.0.0/8:22");
    const place = { host: "git.example.com", port: 22 };
    expect(() => check({ ...place, addresses: ["10.0.0.1"] })).not.toThrow();
    expect(() => check({ ...place, addresses: ["8.8.8.8"] })).toThrow(/port not allowed/);
    expect(() => check({ ...place, addresses: ["10.0.0.1", "8.8.8.8"] })).toThrow(/port not allowed/);
  });

  test.each([
    "",
    ":80",
    "a b",
    "host:0",
    "host:70000",
    "host:x",
    "10.0.0.0/33",
    "host/8",
    "http://host",
    "user@host",
    "fd00::/129",
    "[::1",
    "host/path",
  ])("%j is not an entry", (entry) => expect(() => parseAllowList([entry])).toThrow(`EGRESS_ALLOW: "${entry}"`));
});
