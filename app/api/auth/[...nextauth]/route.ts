import { answerAuth } from "../../../session.ts";

export { answerAuth as GET, answerAuth as POST };
