import type { ElementDraft } from "../../model/element-draft.ts";
import { isRecord, textOf, valueAt } from "../../model/paths.ts";
import type { Slice } from "../../model/slice.ts";

const resourcesOf = (draft: ElementDraft): readonly unknown[] => {
  const resources = valueAt(draft, ["resources"]);
  return Array.isArray(resources) ? resources : [];
};

/** The requests of the resources, each once: the second of its kind ends with `#2`. */
function requestsOf(draft: ElementDraft): string[] {
  const counts = new Map<string, number>();
  return resourcesOf(draft).map((resource) => {
    const request = `${textOf(valueAt(resource, ["method"]))} ${textOf(valueAt(resource, ["path"]))}`;
    const count = (counts.get(request) ?? 0) + 1;
    counts.set(request, count);
    return count === 1 ? request : `${request}#${count}`;
  });
}

/** The models by the requests of their resources. The places themselves belong to the resources. */
export const modelsSlice: Slice = {
  read(draft) {
    const resources = resourcesOf(draft);
    return Object.fromEntries(
      requestsOf(draft).flatMap((request, at) => {
        const model = valueAt(resources[at], ["model"]);
        return model === undefined ? [] : [[request, model]];
      }),
    );
  },
  write(draft, json) {
    const requests = requestsOf(draft);
    const resources = resourcesOf(draft).map((resource, at) => {
      if (!isRecord(resource)) return resource;
      const { model: _, ...others } = resource;
      const request = requests[at] ?? "";
      return Object.hasOwn(json, request) ? { ...others, model: json[request] } : others;
    });
    return resources.length === 0 ? draft : { ...draft, resources };
  },
  owns: () => false,
};
