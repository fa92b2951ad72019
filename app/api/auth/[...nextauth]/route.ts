import { handleAuth } from "../../../session.ts";

export { handleAuth as GET, handleAuth as POST };
