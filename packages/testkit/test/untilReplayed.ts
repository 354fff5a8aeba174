/**
 * One second after its start, the SDK replays messages that it has not finished. Those in progress then run twice: it
 * prompts its wallet twice, and deletes a deleted session, which throws unhandled. Send it nothing earlier.
 */
export const untilReplayed = (): Promise<void> => new Promise((done) => setTimeout(done, 1_100))
