import { decodeAbiParameters, encodeAbiParameters, parseAbiParameters } from 'viem/utils'
import type { QueryChain } from '../chainQuery.ts'
import type { QueryGateway } from '../transfers.ts'
import { refusedWith } from './sendRefusal.ts'

type Ways = { ask: QueryChain; gateway?: QueryGateway | undefined }

/** `OffchainLookup(address sender, string[] urls, bytes callData, bytes4 callbackFunction, bytes extraData)` (EIP-3668). */
const lookupSelector = '0x556f1830'
const lookup = parseAbiParameters('address sender, string[] urls, bytes data, bytes4 callback, bytes extra')
const answer = parseAbiParameters('bytes response, bytes extra')
const [maxLookups, maxUrls] = [4, 4]

/**
 * Reads a contract; undefined if it reverts or does not exist. On an off-chain lookup (EIP-3668), queries the gateways;
 * only what the contract itself verifies counts.
 */
export async function readContract(
  to: string,
  data: `0x${string}`,
  { ask, gateway }: Ways,
): Promise<`0x${string}` | undefined> {
  let calldata = data
  for (let tries = 0; tries <= maxLookups; tries += 1) {
    try {
      const result = await ask({ method: 'eth_call', params: [{ to, data: calldata }, 'latest'] })
      return typeof result === 'string' && /^0x(?:[0-9a-fA-F]{2})+$/.test(result)
        ? (result as `0x${string}`)
        : undefined
    } catch (e) {
      const refused = refusedWith(e)
      // The node failed: that is not a result.
      if (refused === undefined) throw e
      const next =
        gateway && refused.startsWith(lookupSelector) ? await resolveOffchain(to, refused, gateway) : undefined
      if (!next) return undefined
      calldata = next
    }
  }
  return undefined
}

/** The contract call that verifies a gateway's response. */
async function resolveOffchain(to: string, refused: string, gateway: QueryGateway): Promise<`0x${string}` | undefined> {
  const [sender, urls, data, callback, extra] = decodeAbiParameters(lookup, `0x${refused.slice(10)}`)
  // A contract may redirect only its own lookups.
  if (sender.toLowerCase() !== to.toLowerCase()) return undefined
  for (const url of urls.slice(0, maxUrls)) {
    const response = await gateway({ url, sender: sender.toLowerCase(), data })
    if (response === undefined || !/^0x(?:[0-9a-fA-F]{2})*$/.test(response)) continue
    return `${callback}${encodeAbiParameters(answer, [response as `0x${string}`, extra]).slice(2)}`
  }
  return undefined
}
