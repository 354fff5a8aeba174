import { sameAddress } from '@billfold/protocol/sameAddress'
import type { FrameNetwork } from '../page/frameNetwork.ts'
import { lookalikeShape } from './lookalikeShape.ts'

/** A contract that a list vouches for: the wallet’s own, which is part of its build, or its operator’s. */
export type ListedContract = {
  name: string
  /** The id of the exchange whose swaps it executes, if it is one. */
  source?: string
  listedBy: 'wallet' | 'operator'
}

/** A contract of the operator’s list: an exchange’s, by its id, on one network. */
export type OwnContract = { source: string; network: string; address: string }

export type ListedContracts = {
  find(address: string): ListedContract | undefined
  /** The listed name that another contract’s name reads like. */
  poseOf(name: string): string | undefined
}

const permit2 = '0x000000000022D473030F116dDEE9F6B43aC78BA3'

/** Exchanges whose swaps the wallet can decode. */
const exchanges: Readonly<Record<string, string>> = {
  uniswap: 'Uniswap',
  'uniswap-v3': 'Uniswap v3',
  '0x': '0x',
  '1inch': '1inch',
  lifi: 'LI.FI',
  kyberswap: 'KyberSwap',
}

/** Contracts of a network by both lists. The wallet’s list is a file of its own, fetched with the first approval. */
export async function listedContracts(
  { id }: Pick<FrameNetwork, 'id'>,
  own: readonly OwnContract[] = [],
): Promise<ListedContracts> {
  const { swapContracts } = await import('@billfold/protocol/eip155/swapContracts')
  const reference = id.slice('eip155:'.length)
  const pinned = Object.entries(swapContracts).flatMap(([source, chains]) => {
    const contract = id.startsWith('eip155:') ? chains[reference] : undefined
    return contract ? [{ source, address: contract.router }] : []
  })
  const operated = own.filter(({ network }) => network === id)
  const isAt = (address: string) => (each: { address: string }) => sameAddress('eip155', each.address, address)
  const named = ({ source }: { source: string }, listedBy: ListedContract['listedBy']) => {
    const name = Object.hasOwn(exchanges, source) ? exchanges[source] : undefined
    return name === undefined ? undefined : { name, source, listedBy }
  }
  const shapes = new Map([...Object.values(exchanges), 'Permit2'].map((name) => [lookalikeShape(name), name]))
  return {
    find(address) {
      if (sameAddress('eip155', address, permit2)) return { name: 'Permit2', listedBy: 'wallet' }
      const [first, second] = [pinned.find(isAt(address)), operated.find(isAt(address))]
      return first ? named(first, 'wallet') : second && named(second, 'operator')
    },
    poseOf(name) {
      const parts = [name, ...name.split(/[\s:_/-]+/)].map(lookalikeShape)
      return parts.map((part) => shapes.get(part)).find((known) => known !== undefined)
    },
  }
}
