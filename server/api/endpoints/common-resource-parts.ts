import { z } from "zod";
import { definitionSchema, transformationSchema } from "#server/common-resource/shape.ts";
import { DEFINITIONS } from "#server/services/common-resource/definitions.ts";
import type { Kind, WithFields } from "#server/services/common-resource/kind.ts";
import { listSaved, readSaved } from "#server/services/common-resource/list-saved.ts";
import { removeAll, removeOne } from "#server/services/common-resource/remove-saved.ts";
import { createOne, createSaved, replaceSaved } from "#server/services/common-resource/save.ts";
import { TRANSFORMATIONS } from "#server/services/common-resource/transformations.ts";
import type { Owner } from "#server/store/common-resource/owner.ts";
import { endpoint } from "../endpoint.ts";
import type { Contract } from "../endpoint-contract.ts";
import { definitionRecord, transformationRecord } from "../records/common-resource.ts";
import { nothing } from "../records/fields.ts";
import { addressOf, elementOfPath, LEVEL_PATHS, type LevelPath, objectName } from "./common-resource-levels.ts";

/** The bodies of common resources, at each level. */
export const sentDefinition = definitionSchema;
export const sentTransformation = transformationSchema;

type Paths<Value extends WithFields, Place extends { owner: Owner }> = {
  kind: Kind<Value, Place>;
  level: LevelPath;
  all: Contract["path"];
  one: Contract["path"];
  params: z.ZodObject;
  body: z.ZodType<Value>;
  record: z.ZodType;
};

/** The endpoints that definitions and transformations share, at one level. */
function savedEndpoints<Value extends WithFields, Place extends { owner: Owner }>({
  kind,
  level,
  all,
  one,
  params,
  body,
  record,
}: Paths<Value, Place>) {
  const shared = { auth: level.auth, tags: ["Common resources"] } as const;
  const named = params.extend(objectName.shape);
  const [many, single] = [`${kind.noun}s of ${level.of}`, `a ${kind.noun} of ${level.of}`];
  return {
    list: endpoint({
      ...shared,
      method: "GET",
      path: all,
      summary: `List ${many}`,
      description: "Returns an object with the names of common resources as keys, or 404 if there are none.",
      params,
      alsoRefuses: [404],
      reply: z.record(z.string(), record),
      handle: (ctx, { params }) => listSaved(ctx, { kind, address: addressOf(level, params) }),
    }),
    removeAll: endpoint({
      ...shared,
      method: "DELETE",
      path: all,
      summary: `Delete all ${many}`,
      params,
      reply: nothing,
      handle: (ctx, { params }) => removeAll(ctx, { kind, address: addressOf(level, params) }),
    }),
    read: endpoint({
      ...shared,
      method: "GET",
      path: one,
      summary: `Get ${single}`,
      params: named,
      reply: record,
      handle: (ctx, { params }) => readSaved(ctx, { ...addressOf(level, params), kind }),
    }),
    create: endpoint({
      ...shared,
      method: "POST",
      path: one,
      summary: `Create ${single}`,
      params: named,
      body,
      reply: record,
      handle: (ctx, { params, body }) => createOne(ctx, { ...addressOf(level, params), kind, value: body }),
    }),
    replace: endpoint({
      ...shared,
      method: "PUT",
      path: one,
      summary: `Replace ${single}`,
      description: "Fields that name another level are ignored, so that you can change a response and send it back.",
      params: named,
      body,
      reply: record,
      handle: (ctx, { params, body }) => replaceSaved(ctx, { ...addressOf(level, params), kind, value: body }),
    }),
    remove: endpoint({
      ...shared,
      method: "DELETE",
      path: one,
      summary: `Delete ${single}`,
      params: named,
      reply: nothing,
      handle: (ctx, { params }) => removeOne(ctx, { ...addressOf(level, params), kind }),
    }),
  };
}

const definitionEndpoints = (level: LevelPath) =>
  savedEndpoints({
    kind: DEFINITIONS,
    level,
    all: `${level.at}/objects/definitions`,
    one: `${level.at}/objects/{objectName}/definitions`,
    params: level.params,
    body: sentDefinition,
    record: definitionRecord,
  });

const transformationEndpoints = (level: LevelPath) => {
  const all: Contract["path"] = `${level.at}${level.elementPath}/transformations`;
  return savedEndpoints({
    kind: TRANSFORMATIONS,
    level,
    all,
    one: `${all}/{objectName}`,
    params: level.elementPath === "" ? level.params : level.params.extend(elementOfPath.shape),
    body: sentTransformation,
    record: transformationRecord,
  });
};

const byName: z.ZodType = z.record(z.string(), definitionRecord);

/** Several at once. An element instance only has them one by one. */
const withMany = (level: LevelPath) => ({
  ...definitionEndpoints(level),
  createMany: endpoint({
    auth: level.auth,
    tags: ["Common resources"],
    method: "POST",
    path: `${level.at}/objects/definitions`,
    summary: `Create definitions of ${level.of}`,
    description: "Send an object with the names of common resources as keys. Creates all or none.",
    params: level.params,
    body: z.record(z.string(), sentDefinition),
    reply: byName,
    async handle(ctx, { params, body }) {
      const address = addressOf(level, params);
      await createSaved(ctx, { kind: DEFINITIONS, address, values: body });
      return listSaved(ctx, { kind: DEFINITIONS, address });
    },
  }),
});

const oneByOne = (level: LevelPath) => {
  const { removeAll: _, ...rest } = definitionEndpoints(level);
  return rest;
};

/** Definitions and transformations, at each level. */
export const commonResourcePartEndpoints = [
  withMany(LEVEL_PATHS.organization),
  withMany(LEVEL_PATHS.ownAccount),
  withMany(LEVEL_PATHS.account),
  oneByOne(LEVEL_PATHS.ownInstance),
  oneByOne(LEVEL_PATHS.instance),
  ...Object.values(LEVEL_PATHS).map(transformationEndpoints),
];
