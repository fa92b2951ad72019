import { insertElement } from "./elements.ts";
import { anOrganization, type TestOrganization } from "./organizations.ts";
import { type AProvider, aProvider, type RunningApi } from "./running.ts";

export type Person = TestOrganization["viewer"] & { organizationId: number; isDefault: boolean; isOrgAdmin: boolean };

/** An element instance whose requests to the provider all carry `credential`. */
export type Connected = {
  id: number;
  token: string;
  credential: string;
  organizationId: number;
  accountId: number;
  by: Person;
};

/** The rules of visibility, written independently of the code that enforces them. */
export const maySee = (
  person: Person,
  { organizationId, accountId }: Pick<Connected, "organizationId" | "accountId">,
) =>
  person.organizationId === organizationId && (person.isDefault || person.isOrgAdmin || person.accountId === accountId);

const ID = { name: "id", vendorName: "id", type: "path", vendorType: "path", required: true };
const BODY = { name: "body", vendorName: "body", type: "body", vendorType: "body" };
const ELEMENT = "ledger";

/**
 * Organizations, accounts and people on one running product, with element instances of one local provider whose ledger
 * records the credential of each request. The number in a request's path identifies its purpose.
 */
export async function someTenants(api: RunningApi) {
  const provider: AProvider = await aProvider((_, response) =>
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ id: "1" })),
  );
  const owner = await anOrganization(api.app);
  const element = await insertElement(
    api.app,
    { organizationId: owner.id, accountId: owner.accountId, isCatalog: true },
    {
      name: "Ledger",
      key: ELEMENT,
      description: "x",
      hub: "crm",
      authentication: { type: "apiKey" },
      configuration: [
        { key: "base.url", name: "Base", description: "x", defaultValue: provider.url },
        { key: "username", name: "Key", description: "x", type: "PASSWORD", required: true },
        { key: "event.notification.enabled", name: "Events", description: "x", defaultValue: "true" },
      ],
      parameters: [{ name: "username", vendorName: "X-Key", type: "configuration", vendorType: "header" }],
      resources: [
        { path: "/contacts/{id}", method: "GET", vendorPath: "/people/{id}", parameters: [ID] },
        { path: "/contacts/{id}", method: "POST", vendorPath: "/people/{id}", parameters: [ID, BODY] },
      ],
    },
  );
  let count = 0;
  const organizations = new Map<number, TestOrganization>();

  const send = (as: { authorization: string }, method: string, path: string, body?: unknown, headers = {}) =>
    api.fetch(path, { as, method, headers, ...(body !== undefined && { body }) });

  return {
    send,
    /** The purpose of a request, which is part of its path. */
    newMark: () => String(++count),
    /**
     * An organization with several accounts beside the default one; a designer in each, and other people on request.
     */
    async organization(accounts: number) {
      const created = await anOrganization(api.app);
      organizations.set(created.id, created);
      const person = (one: TestOrganization["viewer"], more: Partial<Person> = {}): Person => ({
        ...one,
        organizationId: created.id,
        isDefault: one.accountId === created.accountId,
        isOrgAdmin: false,
        ...more,
      });
      const designers = [person(created.designer)];
      for (let n = 0; n < accounts; n++) designers.push(person(await created.aColleague()));
      return {
        id: created.id,
        administrator: person(created.administrator, { isOrgAdmin: true }),
        viewer: person(created.viewer),
        designers,
        /**
         * A designer of an account with a designer, or with `isOrgAdmin` an administrator of the organization in that
         * account.
         */
        async colleague(accountId: number, { isOrgAdmin = false } = {}): Promise<Person> {
          const one = await created.aColleague({ accountId });
          if (isOrgAdmin)
            await api.app.db.prisma.user.update({ where: { id: one.id }, data: { roles: ["org-admin"] } });
          return person(one, { isOrgAdmin });
        },
      };
    },
    /** Another user of the same account, with the roles of the first one. */
    async twin(like: Person): Promise<Person> {
      const { prisma } = api.app.db;
      const { roles } = await prisma.user.findUniqueOrThrow({ where: { id: like.id } });
      const one = await organizations.get(like.organizationId)?.aColleague({ accountId: like.accountId });
      if (!one) throw new Error("Nobody made this organization.");
      await prisma.user.update({ where: { id: one.id }, data: { roles } });
      return { ...like, ...one };
    },
    async connect(by: Person): Promise<Connected> {
      const credential = `credential-${++count}`;
      const body = { name: credential, configuration: { username: credential } };
      const { body: created, status, text } = await send(by, "POST", `/elements/${element.key}/instances`, body);
      if (status !== 200) throw new Error(text);
      const { organizationId, accountId } = by;
      return { id: created.id, token: created.token, credential, organizationId, accountId, by };
    },
    /** A request to an element instance by the user who connected it. */
    call({ by, token }: Connected, mark: string) {
      const [user] = by.authorization.split(",");
      return send({ authorization: `${user}, Element ${token}` }, "GET", `/hubs/crm/contacts/${mark}`);
    },
    /** Creates an event for `object` at the provider; resolves once all formulas that it triggers have started. */
    async event({ id }: Connected, object = String(++count)) {
      const { prisma } = api.app.db;
      const headers = { "Element-Instances": String(id) };
      const { status, text } = await api.fetch(`/events/${ELEMENT}`, {
        method: "POST",
        headers,
        body: { id: object },
      });
      if (status !== 200) throw new Error(text);
      for (;;) {
        const waiting = await prisma.event.count({
          where: { elementInstanceId: id, status: { in: ["NEW", "RECEIVED"] } },
        });
        if (waiting === 0) return;
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    },
    /** The executions of a formula instance whose trigger contains a text. */
    executionsOf: (formulaInstanceId: number, text = "") =>
      api.app.db.prisma.execution.count({ where: { formulaInstanceId, trigger: { contains: text } } }),
    /** The events of an element instance with a text, and why they started nothing, for the message of a failed test. */
    async describeEvents({ id }: Connected, text: string): Promise<string> {
      const { rows } = await api.app.db.pool.query(
        `select e.id, e.status, e.error, e.objects, (select json_agg(s) from event_start s where s.event_id = e.id) as starts
         from event e where e.element_instance_id = $1 and concat(e.objects, e.raw, e.unread) like $2`,
        [id, `%${text}%`],
      );
      return JSON.stringify(rows);
    },
    /** The credentials of all requests for this purpose. */
    credentialsOf: (mark: string): string[] =>
      provider.requests.filter(({ url }) => url === `/people/${mark}`).map(({ headers }) => String(headers["x-key"])),
    close: () => provider.close(),
  };
}

export type Tenants = Awaited<ReturnType<typeof someTenants>>;
