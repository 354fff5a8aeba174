import { type CaipNetworkId, parseCaipNetworkId } from '@billfold/protocol/caip'
import { decodeCoinAddress } from '@billfold/protocol/coinAddress'
import { coinTypeOn } from '@billfold/protocol/coinType'
import { KitError } from '@billfold/protocol/error'
import type { QueryGateway } from '../../chains/transfers.ts'
import type { Kit } from '../../kit.ts'
import { findNetwork } from '../../model/findNetwork.ts'
import { createNetworkRequest } from '../../rpc/createNetworkRequest.ts'
import type { FoundRecipient } from './foundRecipient.ts'
import { needTransfers } from './transfersQuery.ts'

type CoinLookup = { name: string; networkId: CaipNetworkId; gateway: QueryGateway; signal: AbortSignal }

/**
 * Resolves an ENS name to an address on another family's chain, by its coin record on the names' own chain only. Our
 * server is not trusted here: fails with `network_unknown` if no network of the site has names, and with `not_found` if
 * the name or its coin record does not exist.
 */
export async function findByCoin(kit: Kit, { name, networkId, gateway, signal }: CoinLookup): Promise<FoundRecipient> {
  const { namespace } = parseCaipNetworkId(networkId)
  // Solana's own names were looked up on Solana, which has the last word.
  if (namespace === 'solana' && /\.sol$/i.test(name)) throw new KitError('not_found')
  const state = kit.store.get()
  const place = findNetwork(state, networkId) ?? { networkId }
  const coinType = coinTypeOn(place)
  const homes = state.network.requested.filter((network) => network.namespace === 'eip155' && network.nameRegistry)
  if (coinType === undefined || homes.length === 0)
    throw new KitError('network_unknown', { message: 'No network of this site has a name registry' })
  const resolveCoin = (await needTransfers(kit.chains.eip155)).resolveCoin!
  // Ethereum's names before those of test or local networks.
  for (const home of [...homes].sort((a, b) => Number(b.id === 1) - Number(a.id === 1))) {
    const question = { name, registry: home.nameRegistry!, coinType, gateway }
    const record = await resolveCoin(question, createNetworkRequest(kit, { networkId: home.networkId, signal }))
    if (!record) continue
    const address = record.record && decodeCoinAddress(coinType, record.record, place)
    if (!address) break
    const { parseRecipient } = await needTransfers(kit.chains[namespace])
    return { address: parseRecipient(address, networkId), name: record.name }
  }
  throw new KitError('not_found')
}
