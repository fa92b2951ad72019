import type { PreparedResource } from "../definition/prepared.ts";
import { pagingTraitsOf } from "../pagination/traits.ts";
import { isCallable } from "../resource-types/registry.ts";
import {
  type ChangeRule,
  type Compared,
  EVERY_INSTANCE,
  hasSameAddress,
  isSame,
  labelOf,
  ofResource,
  partsOf,
} from "./change-rule.ts";

const resourcesOf = ({ before, after }: Compared) => partsOf(before.resources, after.resources);
/** Resources that applications could call and still can. */
const calledOf = (compared: Compared) =>
  resourcesOf(compared).both.filter(({ before, after }) => isCallable(before) && isCallable(after));

export const resourceRemoved: ChangeRule = {
  rule: "resourceRemoved",
  isBreaking: true,
  find: (compared) =>
    resourcesOf(compared)
      // Another resource with the same address replaces it.
      .removed.filter((one) => isCallable(one) && !compared.after.resources.some((other) => isSuccessor(one, other)))
      .map((resource) => ({
        path: ["resources"],
        message: `${labelOf(resource)} is removed.`,
        concerns: ofResource(resource),
      })),
};

const isSuccessor = (one: PreparedResource, other: PreparedResource) => isCallable(other) && hasSameAddress(one, other);

export const resourceRenamed: ChangeRule = {
  rule: "resourceRenamed",
  isBreaking: true,
  find: (compared) =>
    calledOf(compared)
      .filter(({ before, after }) => !hasSameAddress(before, after))
      .map(({ before, after, at }) => ({
        path: ["resources", at, "path"],
        message: `${labelOf(before)} is renamed to ${labelOf(after)}.`,
        concerns: ofResource(before),
      })),
};

export const resourceNotCallable: ChangeRule = {
  rule: "resourceNotCallable",
  isBreaking: true,
  find: (compared) =>
    resourcesOf(compared)
      .both.filter(({ before, after }) => isCallable(before) && !isCallable(after))
      .map(({ before, after, at }) => ({
        path: ["resources", at, "type"],
        message: `${labelOf(before)} becomes a resource of type ${after.type}, which applications cannot call.`,
        concerns: ofResource(before),
      })),
};

export const pagingChanged: ChangeRule = {
  rule: "pagingChanged",
  isBreaking: true,
  find: (compared) =>
    calledOf(compared)
      .filter(({ before, after }) => !isSame(pagingOf(compared.before, before), pagingOf(compared.after, after)))
      .map(({ before, after, at }) => ({
        path: ["resources", at],
        message: `The paging of ${labelOf(after)} changes: tokens of next pages become invalid, and pages may have other sizes.`,
        concerns: ofResource(before),
      })),
};

function pagingOf(element: Compared["before"], resource: PreparedResource) {
  const { paginationType, nextPageKey = "", defaultPageSize, maxPageSize } = resource;
  const { isList, hasPosition, hasNextPage, isLocal } = pagingTraitsOf(element, resource);
  // A resource that is no list has no pages.
  return isList && { paginationType, nextPageKey, defaultPageSize, maxPageSize, hasPosition, hasNextPage, isLocal };
}

export const rootKeyChanged: ChangeRule = {
  rule: "rootKeyChanged",
  isBreaking: true,
  find: (compared) =>
    calledOf(compared)
      .filter(({ before, after }) => (before.rootKey ?? "") !== (after.rootKey ?? ""))
      .map(({ before, after, at }) => ({
        path: ["resources", at, "rootKey"],
        message: `The root key of ${labelOf(after)} changes: its response is another part of the provider's.`,
        concerns: ofResource(before),
      })),
};

export const resourceAdded: ChangeRule = {
  rule: "resourceAdded",
  isBreaking: false,
  isAddition: true,
  find: (compared) =>
    resourcesOf(compared).added.map(({ part, at }) => ({
      path: ["resources", at],
      message: `${labelOf(part)} is new.`,
      concerns: ofResource(part),
    })),
};

export const lifecycleRemoved: ChangeRule = {
  rule: "lifecycleRemoved",
  isBreaking: false,
  find: (compared) =>
    resourcesOf(compared)
      .removed.filter((resource) => !isCallable(resource))
      .map((resource) => ({
        path: ["resources"],
        message: `${labelOf(resource)} of type ${resource.type} is removed.`,
        concerns: EVERY_INSTANCE,
      })),
};

export const providerRequestChanged: ChangeRule = {
  rule: "providerRequestChanged",
  isBreaking: false,
  find: (compared) =>
    resourcesOf(compared)
      .both.filter(({ before, after }) => !isSame(requestOf(before), requestOf(after)))
      .map(({ before, after, at }) => ({
        path: ["resources", at, "vendorPath"],
        message: `${labelOf(after)} sends another request: ${requestOf(after).join(" ")} instead of ${requestOf(before).join(" ")}.`,
        concerns: ofResource(before),
      })),
};

const requestOf = ({ method, vendorMethod = method, vendorPath }: PreparedResource) => [vendorMethod, vendorPath];

export const chainChanged: ChangeRule = {
  rule: "chainChanged",
  isBreaking: false,
  find: (compared) =>
    resourcesOf(compared)
      .both.filter(({ before, after }) => (before.nextResource ?? "") !== (after.nextResource ?? ""))
      .map(({ before, after, at }) => ({
        path: ["resources", at, "nextResource"],
        message: after.nextResource
          ? `${labelOf(after)} is followed by ${after.nextResource.replace(":", " ")}.`
          : `${labelOf(after)} is followed by no other resource any more.`,
        concerns: ofResource(before),
      })),
};

export const resourceHooksChanged: ChangeRule = {
  rule: "resourceHooksChanged",
  isBreaking: false,
  find: (compared) =>
    resourcesOf(compared)
      .both.filter(({ before, after }) => !isSame(before.hooks, after.hooks))
      .map(({ before, after, at }) => ({
        path: ["resources", at, "hooks"],
        message: `The hooks of ${labelOf(after)} change.`,
        concerns: ofResource(before),
      })),
};
