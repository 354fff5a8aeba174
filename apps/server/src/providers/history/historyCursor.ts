/** The last entry of a page: the next one begins below it. */
export type HistoryCursor = { minedAt: number; block: number; txIndex: number }

/** A cursor as it goes to the client and back. */
export const writeCursor = ({ minedAt, block, txIndex }: HistoryCursor): string =>
  Buffer.from([minedAt, block, txIndex].join('.')).toString('base64url')

/** Reads one that came back; undefined when it is not one of ours. */
export function readCursor(text: string): HistoryCursor | undefined {
  const [, ...parts] =
    /^(\d{1,13})\.(\d{1,16})\.(\d{1,9})$/.exec(Buffer.from(text, 'base64url').toString('latin1')) ?? []
  const [minedAt, block, txIndex] = parts.map(Number)
  if (minedAt === undefined || block === undefined || txIndex === undefined) return undefined
  return Number.isSafeInteger(block) ? { minedAt, block, txIndex } : undefined
}
