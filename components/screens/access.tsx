"use client";

import { createContext, useContext } from "react";
import type { Access } from "./may-see.ts";

const AccessContext = createContext<Access>({ isAdministrator: false, mayInvite: false });
export const AccessProvider = AccessContext.Provider;

/** The rights of the user, by which screens adapt. */
export const useAccess = (): Access => useContext(AccessContext);
