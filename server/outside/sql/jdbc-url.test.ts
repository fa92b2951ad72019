import { describe, expect, test } from "vitest";
import { parseJdbcUrl } from "./jdbc-url.ts";

const place = { host: "db.example", port: 5432, database: "crm", tls: "off" };

test.each<[string, object]>([
  ["jdbc:postgresql://db.example;databaseName=crm", place],
  ["jdbc:postgresql://db.example:6000;databaseName=crm", { ...place, port: 6000 }],
  ["jdbc:postgresql://db.example;user=x;DatabaseName=crm;", place],
  ["jdbc:postgresql://db.example/crm", place],
  ["JDBC:PostgreSQL://db.example:6000/my%20crm", { ...place, port: 6000, database: "my crm" }],
  ["jdbc:postgresql://[::1]:6000/crm", { ...place, host: "::1", port: 6000 }],
  [" jdbc:postgresql://db.example/crm?ssl=true ", { ...place, tls: "verified" }],
  ["jdbc:postgresql://db.example/crm?a=b&sslmode=require", { ...place, tls: "any" }],
  ["jdbc:postgresql://db.example;databaseName=crm;sslmode=verify-full", { ...place, tls: "verified" }],
  ["jdbc:postgresql://db.example/crm?ssl=true&sslmode=disable", place],
])("%s", (url, expected) => {
  expect(parseJdbcUrl(url)).toEqual(expected);
});

describe("refused", () => {
  test.each<[string, RegExp]>([
    ["", /must be jdbc:postgresql/],
    ["postgresql://db.example/crm", /must be jdbc:postgresql/],
    ["jdbc:sqlserver://db.example;databaseName=crm", /driver "sqlserver" is not supported/],
    ["jdbc:mysql://db.example/crm", /driver "mysql"/],
    ["jdbc:postgresql://db.example", /names no database/],
    ["jdbc:postgresql://db.example/", /names no database/],
    ["jdbc:postgresql://user:secret@db.example/crm", /must be jdbc:postgresql/],
    ["jdbc:postgresql://a,b/crm", /must be jdbc:postgresql/],
    ["jdbc:postgresql://{db.host};databaseName=crm", /character that cannot/],
    ["jdbc:postgresql://db.example;databaseName={db.name}", /character that cannot/],
    ["jdbc:postgresql://db.example;databaseName=a%00b", /character that cannot/],
    ["jdbc:postgresql://db.example/crm?sslmode=constructor", /sslmode must be one of/],
  ])("%s", (url, message) => {
    expect(() => parseJdbcUrl(url)).toThrow(
      expect.objectContaining({ kind: "badRequest", message: expect.stringMatching(message) }),
    );
    if (url.includes("secret")) expect(() => parseJdbcUrl(url)).toThrow(expect.not.stringContaining("secret"));
  });
});
