/** What went wrong, in a sentence for anyone who typed the command. */
export class CreateError extends Error {}
