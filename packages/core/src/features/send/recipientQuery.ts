import { type CaipNetworkId, parseCaipNetworkId } from '@billfold/protocol/caip'
import { KitError } from '@billfold/protocol/error'
import type { NameProof, TransferRequest, Transfers } from '../../chains/transfers.ts'
import type { Kit } from '../../kit.ts'
import { needTransfers } from './transfersQuery.ts'

const lifeMs = 300_000

/** The recipient that a text means: an address, a payment link or a name. */
export type FoundRecipient = Omit<TransferRequest, 'networkId'> & { name?: string; proof?: NameProof }

/** Something with a dot in it, without spaces: the rest is a slip. */
export const isName = (text: string): boolean => /^[^\s.:/?#@]+(?:\.[^\s.:/?#@]+)+$/u.test(text.trim())

/**
 * Who is meant by what was typed, pasted or scanned. Fails with `invalid_input` for what is no address, `not_found` for a name
 * that no one has, and `network_unknown` for an address of, or a link to, another network than the present one.
 */
export const recipientQuery = (kit: Kit, { text, networkId }: { text: string; networkId: CaipNetworkId }) => ({
  queryKey: ['recipient', networkId, text.trim()] as const,
  staleTime: lifeMs,
  retry: false,
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<FoundRecipient> => {
    const transfers = await needTransfers(kit.chains[parseCaipNetworkId(networkId).namespace])
    if (isName(text)) return (await import('./findName.ts')).findName(kit, { name: text.trim(), networkId, signal })
    const asked = transfers.parseRequest(text, networkId) ?? {
      address: await parseOn(kit, transfers, { text, networkId }),
    }
    if (asked.networkId !== undefined && asked.networkId !== networkId) throw new KitError('network_unknown')
    const { networkId: _, ...found } = asked
    return found
  },
})

/** An address that another of the site's families knows is told as that: it is no slip of the hand. */
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
      // One whose file cannot be fetched knows nothing; one that does not know the text throws.
      const theirs = await load()
        .then((chain) => chain.parseAddress(text.trim()))
        .catch(() => undefined)
      if (theirs) throw new KitError('network_unknown', { cause: e })
    }
    throw e
  }
}
