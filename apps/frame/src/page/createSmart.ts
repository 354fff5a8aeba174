import type { CaipNetworkId } from '@billfold/protocol/caip'
import type { Client } from '@billfold/protocol/contract'
import type { smartAccountApi } from '@billfold/protocol/embedded/smartAccount'
import { sameAddress } from '@billfold/protocol/sameAddress'
import type { Hex } from '../evm/signHash.ts'
import type { Chain } from '../smart/prepareOperation.ts'
import { type Ask, isDeployed, type SmartAccount, smartAccountOf } from '../smart/smartAccountOf.ts'
import type { SmartNetwork } from '../smart/smartMethods.ts'
import type { Node } from './createNode.ts'
import type { OtherNodes } from './createOtherNodes.ts'
import type { FrameNetwork } from './frameNetwork.ts'

export type AccountType = 'eoa' | 'smartAccount'

type SmartDeps = {
  api: Pick<Client<typeof smartAccountApi>, 'getSmartAccounts'>
  projectId: string
  /** Clients of the same chain: its node, the bundler, and the paymaster. */
  node: Node
  otherNodes?: OtherNodes
  bundler: Node
  paymaster: Node
  /** Proves to the paymaster who is logged in. */
  pass(): Promise<string>
}

/** Networks with smart accounts, and the one of a person's two accounts that is active. */
export function createSmart({ api, projectId, node, otherNodes, bundler, paymaster, pass }: SmartDeps) {
  let pending: Promise<SmartNetwork[]> | undefined
  let preferred: AccountType = 'eoa'

  /** Cached; a server that does not respond counts as having none, until the next call. */
  const networks = (): Promise<SmartNetwork[]> => {
    pending ??= api.getSmartAccounts({ projectId }).then(
      ({ chains }) =>
        chains.map(({ chainId, ...rest }) => ({ chainId: BigInt(chainId.slice('eip155:'.length)), ...rest })),
      () => {
        pending = undefined
        return []
      },
    )
    return pending
  }
  const networkOf = async ({ id, namespace }: FrameNetwork): Promise<SmartNetwork | undefined> =>
    namespace === 'eip155' ? (await networks()).find(({ chainId }) => id === `eip155:${chainId}`) : undefined
  const through =
    (ask: Node, id: CaipNetworkId, signal?: AbortSignal): Ask =>
    (method, params) =>
      ask(id, { method, params }, signal)

  /** A person's smart account on a network that has them. */
  const accountOn = async (network: FrameNetwork, owner: string): Promise<SmartAccount | undefined> => {
    const smart = await networkOf(network)
    return smart && smartAccountOf(owner as Hex, smart.kind, smart.chainId)
  }

  return {
    networks,
    accountOn,
    /** Networks on which an address is a smart account; the key's own address counts only while the smart account is active. */
    async networksOf(address: string, owner: string): Promise<SmartNetwork[]> {
      const isOne = ({ kind, chainId }: SmartNetwork) =>
        sameAddress('eip155', address, smartAccountOf(owner as Hex, kind, chainId).address) &&
        (kind === '4337' || preferred === 'smartAccount')
      return (await networks()).filter(isOne)
    },
    preferred: () => preferred,
    prefer(type: AccountType) {
      preferred = type
    },
    /** The smart account, if it is the active one. */
    inUse: async (network: FrameNetwork, owner: string): Promise<SmartAccount | undefined> =>
      preferred === 'smartAccount' ? await accountOn(network, owner) : undefined,
    /** Whether its code is onchain; false if the node does not respond. */
    isDeployed: (account: SmartAccount): Promise<boolean> =>
      isDeployed(account, through(node, `eip155:${account.chainId}`)).catch(() => false),
    bundlerOf: (chainId: bigint): Ask => through(bundler, `eip155:${chainId}`),
    async chainOf(network: FrameNetwork, signal?: AbortSignal): Promise<Chain> {
      const isSponsored = (await networkOf(network))?.isSponsored
      const sponsor = through(paymaster, network.id, signal)
      let passing: Promise<string> | undefined
      return {
        node: through(node, network.id, signal),
        others: (otherNodes?.(network.id) ?? []).map((other) => through(other, network.id, signal)),
        // Without the signal: a sent operation is tracked to its end, even if the page stops waiting.
        bundler: through(bundler, network.id),
        ...(isSponsored && {
          paymaster: async (method, params) => {
            passing ??= pass()
            return sponsor(method, [...params, { pass: await passing }])
          },
        }),
      }
    },
  }
}
export type Smart = ReturnType<typeof createSmart>
