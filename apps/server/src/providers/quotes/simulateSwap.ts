import { encodeFunctionData, type Hex, numberToHex, parseAbi } from 'viem'
import type { EvmAddress, ServerChain } from '../../chains/serverChain.ts'
import type { ChainRpc } from '../../rpc/createRpc.ts'
import { RpcError } from '../../rpc/rpcError.ts'
import { multicall3 } from '../readContracts.ts'
import { wordAt } from '../words.ts'
import { batchData, forwarderTo, type LentCall, readResults } from './lentCode.ts'
import { nativeCoin, type SwapAsset } from './quoteSource.ts'
import { revertReason } from './revertReason.ts'

const batchAbi = parseAbi(['function getEthBalance(address owner) view returns (uint256)'])
const tokenAbi = parseAbi([
  'function balanceOf(address owner) view returns (uint256)',
  'function approve(address spender, uint256 amount)',
])
/** Somebody who has money, in the simulation only. */
const patron: EvmAddress = '0x00000000000000000000000000000000b111f01d'

/** How an account's balances would change: what was simulated, not what was promised. */
export type Simulation =
  | { ok: true; changes: ReadonlyMap<SwapAsset, bigint> }
  /** `held`: what the account had before, where that could be read. */
  | { ok: false; reason: string; held: ReadonlyMap<SwapAsset, bigint> }
  /** The node cannot simulate: nothing is known. */
  | undefined

export type SimulatedCall = { to: EvmAddress; data: Hex; value?: bigint }
export type SimulationRequest = {
  chain: ServerChain
  user: EvmAddress
  /** What the user sends, one after the other; the last one is the swap. */
  calls: readonly SimulatedCall[]
  /** Whose balances are watched. */
  assets: readonly SwapAsset[]
}

/**
 * Runs calls as the account itself would, at the latest block, and compares its balances before and after. The account is lent code
 * for the length of one `eth_call`: it forwards to Multicall3 and takes the chain's own coin. Nothing is signed or sent.
 */
export async function simulateSwap(
  rpc: ChainRpc,
  request: SimulationRequest,
  signal: AbortSignal,
): Promise<Simulation> {
  const { chain, user, calls, assets } = request
  const multicall = chain.contracts.multicall3 ?? multicall3
  const looks = assets.map((asset) => lookAt(asset, user, multicall))
  const batch: LentCall[] = [...looks, ...calls, ...looks]
  const value = calls.reduce((sum, call) => sum + (call.value ?? 0n), 0n)
  const call = { from: patron, to: user, data: batchData(batch), value: numberToHex(value) }
  const lent = { [user]: { code: forwarderTo(multicall) }, [patron]: { balance: numberToHex(value + 10n ** 18n) } }
  let answer: unknown
  try {
    answer = await rpc.call('eth_call', [call, 'latest', lent], signal)
  } catch (e) {
    if (e instanceof RpcError) return undefined
    throw e
  }
  const results = readResults(answer, batch.length)
  if (!results) return undefined
  const failed = results.slice(looks.length, looks.length + calls.length).find(({ success }) => !success)
  if (failed) {
    const held = assets.map((asset, index) => [asset, wordAt(results[index]?.returnData, 0)] as const)
    return { ok: false, reason: revertReason(failed.returnData), held: new Map(held.filter(isKnown)) }
  }
  const changes = new Map<SwapAsset, bigint>()
  for (const [index, asset] of assets.entries()) {
    const [before, after] = [results[index], results[looks.length + calls.length + index]]
    const [had, has] = [wordAt(before?.returnData, 0), wordAt(after?.returnData, 0)]
    if (had === undefined || has === undefined) return undefined
    changes.set(asset, has - had)
  }
  return { ok: true, changes }
}

const isKnown = (row: readonly [SwapAsset, bigint | undefined]): row is readonly [SwapAsset, bigint] =>
  row[1] !== undefined

/** An approval inside of a simulation, whatever the account has really approved. */
export const approveCall = (token: EvmAddress, spender: EvmAddress, amount: bigint): SimulatedCall => ({
  to: token,
  data: encodeFunctionData({ abi: tokenAbi, functionName: 'approve', args: [spender, amount] }),
})

const lookAt = (asset: SwapAsset, user: EvmAddress, multicall: EvmAddress): LentCall => ({
  to: asset === nativeCoin ? multicall : asset,
  mustWork: true,
  data:
    asset === nativeCoin
      ? encodeFunctionData({ abi: batchAbi, functionName: 'getEthBalance', args: [user] })
      : encodeFunctionData({ abi: tokenAbi, functionName: 'balanceOf', args: [user] }),
})
