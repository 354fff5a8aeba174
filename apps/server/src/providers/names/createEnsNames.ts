import { decodeCoinAddress } from '@billfold/protocol/coinAddress'
import { type CoinPlace, coins, coinTypeOn } from '@billfold/protocol/coinType'
import { KitError } from '@billfold/protocol/error'
import { namehash } from 'viem/ens'
import type { Chains } from '../../chains/createChains.ts'
import { lowerHex, sameHex } from '../../chains/eip155/hex.ts'
import type { ServerChain } from '../../chains/serverChain.ts'
import type { ChainRpc, Rpc } from '../../rpc/createRpc.ts'
import type { NameSource } from '../source.ts'
import { avatarOf } from './avatarOf.ts'
import { coinTypeOf } from './coinTypeOf.ts'
import { createEnsReader, type EnsReader, type ReadGateway } from './ensReader.ts'
import { normalName } from './normalName.ts'

type Options = { chains: Pick<Chains, 'list'>; rpc: Rpc; readGateway?: ReadGateway | undefined }

/**
 * ENS from the chain itself, by registry and resolver: no service stands between. A name is only told when it leads back to its
 * account, and only in its normal form: anything else could look like a name that it is not.
 */
export function createEnsNames({ chains, rpc, readGateway }: Options): NameSource {
  function reader(): EnsReader | undefined {
    const chain = homeOf(chains.list())
    if (!chain) return undefined
    const call: ChainRpc['call'] = (method, params, signal) => rpc(chain.id).call(method, params, signal)
    return createEnsReader({ registry: chain.contracts.ensRegistry!, call, readGateway })
  }

  async function addressOf(name: string, signal: AbortSignal, chainId?: string): Promise<string | undefined> {
    const normal = normalName(name)
    const ens = reader()
    if (!normal || !ens) return undefined
    const coinType = chainId === undefined ? 60n : coinTypeOf(chainId)
    if (coinType === undefined) return undefined
    const own = coinType === 60n ? undefined : await ens.addressOf(normal, coinType, signal)
    return own ?? ens.addressOf(normal, 60n, signal)
  }

  return {
    id: 'ens',
    addressOf,
    async othersOf(name, signal) {
      const [normal, ens] = [normalName(name), reader()]
      if (!normal || !ens) return []
      const places = placesOf(chains.list())
      const records = await ens.recordsOf(normal, [...places.keys()], signal)
      return [...records].flatMap(([coinType, bytes]) => {
        const address = decodeCoinAddress(coinType, bytes, places.get(coinType)!)
        return address ? [{ coinType, address }] : []
      })
    },
    async nameOf(address, signal) {
      const ens = reader()
      if (!ens) return undefined
      const node = namehash(`${lowerHex(address.slice(2))}.addr.reverse`)
      const name = await ens.nameAt(node, signal)
      // A name that is not written as ENS writes names may be another's look-alike.
      if (!name || normalName(name) !== name) return undefined
      const [owner, avatar] = await Promise.all([
        ens.addressOf(name, 60n, signal),
        ens.textOf(name, 'avatar', signal).catch((e: unknown) => {
          if (e instanceof KitError && e.code === 'aborted') throw e
          return undefined // a picture is not worth the name
        }),
      ])
      if (!sameHex(owner, address)) return undefined
      return { name, avatar: avatarOf(avatar) }
    },
  }
}

/** At most how many records of one name are read: each is a call. */
const maxCoins = 16

/** The coin types of the served chains, except Ethereum's own, each with a network for its address format. */
function placesOf(list: readonly ServerChain[]): Map<number, CoinPlace> {
  const places = new Map<number, CoinPlace>()
  for (const { id, isLocal } of list) {
    const place = { networkId: id, testnet: isLocal }
    const coinType = coinTypeOn(place)
    if (coinType !== undefined && coinType !== coins.ethereum && places.size < maxCoins) places.set(coinType, place)
  }
  return places
}

/** Names live on Ethereum; where that is not served, on the test network, and at home on the local one. */
function homeOf(list: readonly ServerChain[]): ServerChain | undefined {
  const able = list.filter(({ contracts }) => contracts.ensRegistry)
  return able.find(({ id }) => id === 'eip155:1') ?? able.find(({ isLocal }) => isLocal) ?? able[0]
}
