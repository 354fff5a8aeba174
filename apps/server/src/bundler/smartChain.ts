import type { SmartAccountKind } from '@billfold/protocol/embedded/smartAccount'
import { type Hex, parseUnits } from 'viem'
import type { ServerChain } from '../chains/serverChain.ts'
import type { ChainRpc, Rpc } from '../rpc/createRpc.ts'

/** Blocks after which a block counts as final. */
export const finalDepth = 12n

/** A chain with smart accounts, as the bundler works with it. */
export type SmartChain = {
  /** CAIP-2. */
  id: ServerChain['id']
  chainId: bigint
  name: string
  kind: SmartAccountKind
  /** Ours, if someone may pay for operations here. */
  paymaster?: Hex | undefined
  /** Gas of each operation that its own numbers do not show, as rollups charge for their data. */
  overheadGas: bigint
  /** The rollup's way of charging for a transaction's data. */
  dataFees?: 'op' | undefined
  /** Once the relayer has lost this to bundles that reverted, in one day, it sends nothing more on that chain. */
  maxLossPerDay: bigint
  isLocal: boolean
  rpc: ChainRpc
}

/** The chain as the bundler sees it; undefined where the operator's list gives it no smart accounts. */
export function toSmartChain(chain: ServerChain, rpc: Rpc): SmartChain | undefined {
  const { smartAccounts } = chain
  if (chain.namespace !== 'eip155' || !smartAccounts) return undefined
  return {
    id: chain.id,
    chainId: BigInt(chain.reference),
    name: chain.name,
    kind: smartAccounts.kind,
    paymaster: smartAccounts.paymaster,
    overheadGas: BigInt(smartAccounts.overheadGas ?? 0),
    dataFees: smartAccounts.dataFees,
    maxLossPerDay: parseUnits(smartAccounts.maxLossPerDay ?? '0.05', chain.nativeCurrency.decimals),
    isLocal: chain.isLocal,
    rpc: rpc(chain.id),
  }
}
