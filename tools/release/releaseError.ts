/** A reason not to build a release: a sentence for the person at the terminal. */
export class ReleaseError extends Error {}
