import type { Context } from "#server/context.ts";
import { findTest, type TestAddress } from "./find-test.ts";
import { presentTest } from "./present-test.ts";

/** One test of a formula; refuses notFound. */
export const readTest = async (ctx: Context, address: TestAddress) => presentTest((await findTest(ctx, address)).test);
