import { cutText } from "#server/cut-text.ts";

const LONGEST = 100;

/** An agent's name and version for itself, on one line. */
export function agentName({ name, version }: { name: string; version: string }): string {
  const plain = `${name} ${version}`.replaceAll(/[\u0000-\u001f\u007f]+/g, " ").trim();
  return cutText(plain, LONGEST) || "unnamed";
}

/**
 * The id of a session, which encodes the agent's name: agents send it once, and every process can read it from then on.
 * It grants no access, because each request carries its credentials.
 */
export const sessionOf = (agent: string): string => Buffer.from(agent).toString("base64url");

/** The agent of a session; undefined for an id that is not ours. */
export function agentIn(session: string): string | undefined {
  const agent = Buffer.from(session, "base64url").toString();
  const [name, version] = [agent, ""];
  return sessionOf(agent) === session && agentName({ name, version }) === agent ? agent : undefined;
}
