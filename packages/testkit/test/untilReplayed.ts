/**
 * The SDK, a second after it began, takes up once more what it was told and has not done with. What it is doing just then it
 * does twice: it asks its wallet twice, and ends a session that it ended before, which no one catches. Nothing is told it earlier.
 */
export const untilReplayed = (): Promise<void> => new Promise((done) => setTimeout(done, 1_100))
