import * as z from 'zod/mini'
import { brokenAnswer, createHostedClient, type HostedOptions } from '../hosted/createHostedClient.ts'

/**
 * Whether outputs (`txid:index`) carry an inscription or runes. Outputs that the index is not sure of are missing: a
 * caller that spends must treat them as carrying some.
 */
export type InscriptionIndex = (
  outputs: readonly string[],
  signal: AbortSignal,
) => Promise<ReadonlyMap<string, boolean>>

/** An output as `ord` tells of it; what it does not index is null. */
const output = z.object({
  outpoint: z.string().check(z.regex(/^[0-9a-f]{64}:\d{1,10}$/)),
  indexed: z.boolean(),
  spent: z.boolean(),
  inscriptions: z.nullish(z.array(z.unknown())),
  runes: z.nullish(z.record(z.string(), z.unknown())),
})
const answer = z.array(z.unknown())

/** The index of an `ord` server (`POST /outputs`), which must index runes too (`--index-runes`): without that no one knows. */
export function createOrdIndex(options: HostedOptions): InscriptionIndex {
  const ask = createHostedClient('The ord server', options)
  return async (outputs, signal) => {
    const entries = await ask('/outputs', signal, outputs)
    // It knows none of several outputs where it does not know one of them.
    if (entries === undefined) return new Map()
    const { success, data } = z.safeParse(answer, entries)
    if (!success) throw brokenAnswer('The ord server')
    const outpoints = new Set(outputs)
    return new Map(
      data.flatMap((one) => {
        const known = z.safeParse(output, one).data
        if (!known?.indexed || known.spent || !outpoints.has(known.outpoint)) return []
        const { inscriptions, runes } = known
        const carries = (inscriptions?.length ?? 0) > 0 || Object.keys(runes ?? {}).length > 0
        // That there is something is certain by one of the two, that there is nothing by both.
        return carries || (inscriptions && runes) ? [[known.outpoint, carries] as const] : []
      }),
    )
  }
}
