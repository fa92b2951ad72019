import { anElement } from "./elements.ts";
import { aProvider, type RunningApi } from "./running.ts";

/** A row of the polled provider: when it was changed, and how often. */
export type PolledRow = { id: string; updated: string; created: string; version?: number };

/**
 * A provider with a list of contacts that can be filtered by date and read page by page, and an element for it. It
 * returns `rows`, or the result of `answer` for a request.
 */
export async function aPolledProvider() {
  const state = {
    rows: [] as PolledRow[],
    /** Another status for all responses. */
    status: 200,
    headers: {} as Record<string, string>,
    /** A response in place of the rows. */
    body: undefined as unknown,
    /** Every page is the first one. */
    ignoresPage: false,
    onResponse: () => {},
  };
  const provider = await aProvider((request, response) => {
    const { searchParams } = new URL(request.url ?? "", "http://provider");
    const page = state.ignoresPage ? 1 : Number(searchParams.get("page") ?? 1);
    const size = Number(searchParams.get("per_page") ?? 100);
    const since = searchParams.get("since") ?? "";
    const changed = state.rows
      .filter(({ updated }) => updated >= since)
      .toSorted((a, b) => (a.updated < b.updated ? -1 : 1));
    response.writeHead(state.status, { "content-type": "application/json", ...state.headers });
    response.end(
      JSON.stringify(
        state.status === 200 ? (state.body ?? changed.slice((page - 1) * size, page * size)) : { error: "no" },
      ),
    );
    state.onResponse();
  });
  const element = () =>
    anElement({
      configuration: [{ key: "base.url", name: "base", description: "base", defaultValue: provider.url }],
      resources: ["contacts", "notes"].map((name) => ({
        method: "GET",
        path: `/${name}`,
        vendorPath: `/${name}`,
        parameters: [
          { name: "page", vendorName: "page", type: "query", vendorType: "query", dataType: "string" },
          { name: "pageSize", vendorName: "per_page", type: "query", vendorType: "query", dataType: "string" },
          { name: "since", vendorName: "since", type: "query", vendorType: "query", dataType: "string" },
        ],
      })),
    });
  return { ...provider, state, element };
}

export type PolledProvider = Awaited<ReturnType<typeof aPolledProvider>>;

const ISO = "yyyy-MM-dd'T'HH:mm:ss.SSSXXX";

/** The polling settings of its contacts. */
export const CONTACTS = {
  url: `/hubs/crm/contacts?since=\${gmtDate:yyyy-MM-dd'T'HH:mm:ss.SSS'Z'}`,
  idField: "id",
  datesConfiguration: {
    ...{ updatedDateField: "updated", updatedDateFormat: ISO, createdDateField: "created", createdDateFormat: ISO },
  },
};

/** POSTs an instance of an element with polling. */
export async function aPolledInstance(
  api: Pick<RunningApi, "app" | "fetch" | "as">,
  { elementId, entries = { contacts: CONTACTS }, more = {} }: { elementId: number; entries?: object; more?: object },
) {
  const configuration = {
    "event.notification.enabled": true,
    "event.vendor.type": "polling",
    "event.poller.refresh_interval": 1,
    "event.poller.configuration": entries,
    ...more,
  };
  const body = { name: "polled", element: { id: elementId }, configuration };
  return api.fetch("/instances", { as: api.as, method: "POST", body });
}
