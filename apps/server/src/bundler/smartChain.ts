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
  /** Gas per operation that its own fields do not show, such as a rollup's charge for data. */
  overheadGas: bigint
  /** The rollup's pricing of a transaction's data. */
  dataFees?: 'op' | undefined
  /** The relayer stops sending on the chain once reverted bundles have cost it this much in a day. */
  maxLossPerDay: bigint
  isLocal: boolean
  rpc: ChainRpc
}

/** The bundler's view of a chain; undefined if the operator's list gives it no smart accounts. */
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
