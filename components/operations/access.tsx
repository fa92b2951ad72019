"use client";

import { createContext, useContext } from "react";
import type { Access } from "../screens/may-see.ts";

const AccessContext = createContext<Access>({ isAdministrator: false, mayInvite: false });
export const AccessProvider = AccessContext.Provider;

/** The rights of the user, by which the pages of operations are shown. */
export const useAccess = (): Access => useContext(AccessContext);
