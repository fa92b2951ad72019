import { expect, test } from "vitest";
import { likelyCause } from "./likely-cause.ts";

const status = (code: number) => ({ stepType: "httpRequest", error: `GET /x was answered with status ${code}.`, code });

test.each([
  [status(401), "reconnect"],
  [status(403), "reconnect"],
  [status(404), "design"],
  [status(409), "input"],
  [status(422), "input"],
  [status(429), "again"],
  [status(503), "again"],
  [{ stepType: "elementRequest", error: "Its authorization ended: it must be connected again." }, "reconnect"],
  [{ stepType: "script", error: "Cannot read properties of undefined (reading 'name')" }, "design"],
  [{ stepType: "loop", error: "list: steps.a.list is not a list." }, "design"],
  [{ stepType: "script", error: "boom" }, "design"],
])("%j: %s", (failure, act) => {
  expect(likelyCause(failure)?.act).toBe(act);
});

test("has no cause for unknown failures", () => {
  expect(likelyCause({ stepType: "amqpRequest", error: "queue: is missing" })).toBeNull();
});
