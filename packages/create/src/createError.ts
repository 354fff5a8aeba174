/** An error whose message addresses the person who ran the command. */
export class CreateError extends Error {}
