"use client";

import { useMemo } from "react";
import { addressNamed } from "#server/element/definition/check.ts";
import { isOfResponse, literalOf } from "#server/element/parameters/compile-parameters.ts";
import { parameterProblem } from "#server/element/parameters/parameter-problem.ts";
import type { ParameterSetting } from "#server/element/parameters/place.ts";
import { addressOf } from "#server/element/resource-path.ts";
import { DEFAULT_RESOURCE_TYPE } from "#server/element/resource-types/registry.ts";
import { type Element, type Parameter, parameterSchema, type Resource, resourceSchema } from "#server/element/shape.ts";
import { useElement } from "../model/builder.ts";
import type { ElementDraft } from "../model/element-draft.ts";
import { parsedElement } from "../model/parsed-element.ts";
import { isRecord, listAt, type Path, textOf, valueAt } from "../model/paths.ts";
import { missingEntries } from "./missing-entries.ts";

/** One parsed parameter; undefined if its JSON is invalid. */
export type ReadParameter = { parameter: Parameter; isOfResponse: boolean; problem: string | undefined } | undefined;

/** The context of the parameters of a resource, or of the element. */
export type Surroundings = { element: Element | undefined; resource: Resource | undefined; setting: ParameterSetting };

/** The parameters of a list of the draft with their surroundings. `resource` is the place of their resource. */
export function useParameters(list: Path, resource: Path | null): Surroundings & { read: ReadParameter[] } {
  const draft = useElement();
  const places = JSON.stringify([list, resource]);
  return useMemo(() => {
    const [list, resource] = JSON.parse(places) as [Path, Path | null];
    const surroundings = surroundingsOf(draft, resource);
    return { ...surroundings, read: readParameters(draft, list, surroundings) };
  }, [draft, places]);
}

function surroundingsOf(draft: ElementDraft, place: Path | null): Surroundings {
  const element = parsedElement(draft);
  const given = place && valueAt(draft, place);
  const resource = given ? resourceSchema.safeParse(given).data : undefined;
  const written = isRecord(given) ? given : null;
  const entries = listAt(draft, ["configuration"]);
  const beside = [...listAt(draft, ["parameters"]), ...listAt(written ?? {}, ["parameters"])];
  return {
    element,
    resource,
    setting: {
      path: written && textOf(written.path),
      vendorPath: written && textOf(written.vendorPath),
      baseUrl: textOf(entries.find(({ key }) => key === "base.url")?.defaultValue),
      unlisted: new Set(element ? missingEntries(element).map(({ key }) => key) : []),
      follows: resource !== undefined && isFollowed(draft, resource),
      templates: beside.flatMap((one) => {
        const parameter = parameterSchema.safeParse(one).data;
        return parameter && literalOf(parameter) ? [parameter.name] : [];
      }),
    },
  };
}

const isFollowed = (draft: ElementDraft, resource: Resource): boolean =>
  listAt(draft, ["resources"]).some(
    ({ nextResource }) => typeof nextResource === "string" && addressNamed(nextResource) === addressOf(resource),
  );

function readParameters(draft: ElementDraft, list: Path, { resource, setting }: Surroundings): ReadParameter[] {
  const items: unknown = valueAt(draft, list);
  const parsed = (Array.isArray(items) ? items : []).map((item) => parameterSchema.safeParse(item).data);
  const all = parsed.filter((parameter) => parameter !== undefined);
  return parsed.map((parameter) => {
    if (!parameter) return undefined;
    const ofResponse = isOfResponse(parameter, all, resource?.type ?? DEFAULT_RESOURCE_TYPE.type);
    const problem = parameterProblem(parameter, setting, { isOfResponse: ofResponse });
    return { parameter, isOfResponse: ofResponse, problem };
  });
}
