import { lazyPart } from './lazyPart.tsx'
import { loadLater } from './loadLater.ts'

/** What a toast says of the visitor's own transaction. It is fetched before a wallet is asked to send one. */
export const SentNotice = lazyPart(async () => (await (await loadLater()).loadSent()).sentParts.SentWords)
