import { type CaipNetworkId, parseCaipNetworkId } from '@billfold/protocol/caip'
import { KitError } from '@billfold/protocol/error'
import * as z from 'zod/mini'
import type { QueryGateway } from '../../chains/transfers.ts'
import type { Kit } from '../../kit.ts'
import { findNetwork } from '../../model/findNetwork.ts'
import { createNetworkRequest } from '../../rpc/createNetworkRequest.ts'
import type { FoundRecipient } from './foundRecipient.ts'
import { needTransfers } from './transfersQuery.ts'

/** Names live on one chain: the current one if it has them, otherwise Ethereum, otherwise another of the site's. */
export async function findName(
  kit: Kit,
  { name, networkId, signal }: { name: string; networkId: CaipNetworkId; signal: AbortSignal },
): Promise<FoundRecipient> {
  const { namespace } = parseCaipNetworkId(networkId)
  const transfers = await needTransfers(kit.chains[namespace])
  const { requested } = kit.store.get().network
  const others = requested.filter(({ nameRegistry }) => nameRegistry !== undefined).map((network) => network.networkId)
  const askThere = createNetworkRequest(kit, { networkId, signal })
  for (const place of new Set<CaipNetworkId>([networkId, 'eip155:1', ...others])) {
    // Each family reads its own registries.
    if (parseCaipNetworkId(place).namespace !== namespace) continue
    const registry = findNetwork(kit.store.get(), place)?.nameRegistry ?? transfers.nameRegistry
    if (!registry || !transfers.resolveName) continue
    const ask = createNetworkRequest(kit, { networkId: place, signal })
    const question = { name, registry, networkId, place, gateway: gatewayOf(kit, signal), askThere }
    const resolved = await transfers.resolveName(question, ask)
    if (resolved) return resolved
  }
  if (namespace !== 'eip155')
    return (await import('./findByCoin.ts')).findByCoin(kit, {
      name,
      networkId,
      gateway: gatewayOf(kit, signal),
      signal,
    })
  // Names unknown to the chain, or with an unreachable gateway: our server's answer, which the visitor must confirm.
  if (transfers.readProfile) {
    const profile = await kit.api.getProfile({ name, apiVersion: '2' }, signal)
    const profileAddress = 'name' in profile && (await transfers.readProfile(profile, networkId))
    if (profileAddress) return profileAddress
  }
  throw new KitError('not_found')
}

const gatewayMs = 5_000
const gatewayBytes = 100_000

/** Calls the gateways that a resolver names. The resolver's contract verifies their responses. */
const gatewayOf =
  (kit: Kit, signal: AbortSignal): QueryGateway =>
  async ({ url, sender, data }) => {
    const isPlaced = url.includes('{data}')
    const full = url.replaceAll('{sender}', sender).replaceAll('{data}', data)
    if (!/^https:\/\/|^http:\/\/(?:localhost|127\.0\.0\.1|[\w-]+\.localhost)(?::\d+)?\//.test(full)) return undefined
    const request = isPlaced
      ? { method: 'GET' as const }
      : {
          method: 'POST' as const,
          body: JSON.stringify({ sender, data }),
          headers: { 'content-type': 'application/json' },
        }
    try {
      const limits = { timeoutMs: gatewayMs, maxBytes: gatewayBytes, signal }
      const { status, body } = await kit.ports.http({ url: full, ...request, ...limits })
      const gatewayData = status === 200 ? z.safeParse(gatewayAnswer, JSON.parse(body)).data?.data : undefined
      return gatewayData
    } catch (e) {
      if (signal.aborted) throw e
      // Unreachable from this page: try the next.
      return undefined
    }
  }
const gatewayAnswer = z.object({ data: z.string() })
