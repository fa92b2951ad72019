import { expect, test } from "vitest";
import { likelyCause } from "./likely-cause.ts";

const status = (code: number) => ({ stepType: "httpRequest", error: `GET /x was answered with status ${code}.`, code });

test.each([
  [status(401), "reconnect"],
  [status(403), "reconnect"],
  [status(404), "design"],
  [status(405), "design"],
  [status(409), "input"],
  [status(422), "input"],
  [status(429), "again"],
  [status(503), "again"],
  [{ stepType: "elementRequest", error: "", code: 401, reason: "authorizationEnded" }, "reconnect"],
  [{ stepType: "httpRequest", error: "", reason: "noResponse" }, "again"],
  [{ stepType: "elementRequest", error: "", code: 502, reason: "brokenReply" }, "design"],
  [{ stepType: "httpRequest", error: "", reason: "addressNotAllowed" }, "design"],
  [{ stepType: "script", error: "", reason: "scriptOutOfTime" }, "design"],
  [{ stepType: "", error: "", reason: "outOfSteps" }, "design"],
  [{ stepType: "script", error: "Cannot read properties of undefined (reading 'name')" }, "design"],
  [{ stepType: "loop", error: "", reason: "noList" }, "design"],
  [{ stepType: "script", error: "boom" }, "design"],
] as const)("%j: %s", (failure, act) => {
  expect(likelyCause(failure)?.act).toBe(act);
});

test("the words of an error decide nothing", () => {
  expect(likelyCause({ stepType: "httpRequest", error: "timed out: authorization ended, not a list" })).toBeNull();
});

test("has no cause for unknown failures", () => {
  expect(likelyCause({ stepType: "amqpRequest", error: "queue: is missing" })).toBeNull();
});
