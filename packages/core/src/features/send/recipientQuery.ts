import { type CaipNetworkId, parseCaipNetworkId } from '@billfold/protocol/caip'
import { KitError } from '@billfold/protocol/error'
import type { Transfers } from '../../chains/transfers.ts'
import type { Kit } from '../../kit.ts'
import type { FoundRecipient } from './foundRecipient.ts'
import { needTransfers } from './transfersQuery.ts'

const lifeMs = 300_000

/** Contains a dot and no spaces; anything else is a typo. */
export const isName = (text: string): boolean => /^[^\s.:/?#@]+(?:\.[^\s.:/?#@]+)+$/u.test(text.trim())

/**
 * Resolves the typed, pasted or scanned recipient. Fails with `invalid_input` for an invalid address, `not_found` for
 * an unknown name, and `network_unknown` for an address or link of another network.
 */
export const recipientQuery = (kit: Kit, { text, networkId }: { text: string; networkId: CaipNetworkId }) => ({
  queryKey: ['recipient', networkId, text.trim()] as const,
  staleTime: lifeMs,
  retry: false,
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<FoundRecipient> => {
    const transfers = await needTransfers(kit.chains[parseCaipNetworkId(networkId).namespace])
    if (isName(text)) return (await import('./findName.ts')).findName(kit, { name: text.trim(), networkId, signal })
    const request = transfers.parseRequest(text, networkId) ?? {
      address: await parseOn(kit, transfers, { text, networkId }),
    }
    if (request.networkId !== undefined && request.networkId !== networkId) throw new KitError('network_unknown')
    const { networkId: _, ...recipient } = request
    return recipient
  },
})

/** Recognizes an address of the site's other families: not a typo. */
async function parseOn(
  kit: Kit,
  transfers: Transfers,
  { text, networkId }: { text: string; networkId: CaipNetworkId },
): Promise<string> {
  try {
    return transfers.parseRecipient(text, networkId)
  } catch (e) {
    const { namespace } = parseCaipNetworkId(networkId)
    for (const [family, load] of Object.entries(kit.chains)) {
      if (family === namespace) continue
      // Ignore a parser that fails to load; one that rejects the text throws.
      const theirs = await load()
        .then((chain) => chain.parseAddress(text.trim()))
        .catch(() => undefined)
      if (theirs) throw new KitError('network_unknown', { cause: e })
    }
    throw e
  }
}
