import { registry } from "../../registry.ts";
import { event } from "./types/event.ts";
import { postRequest } from "./types/post-request.ts";
import { preRequest } from "./types/pre-request.ts";

/** Every kind of hook. To add one: write its file and name it here. */
export const HOOK_TYPES = registry(preRequest, postRequest, event);
