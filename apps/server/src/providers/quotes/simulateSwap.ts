import { concatHex, decodeFunctionResult, encodeFunctionData, type Hex, numberToHex, parseAbi } from 'viem'
import type { EvmAddress, ServerChain } from '../../chains.ts'
import type { ChainRpc } from '../../rpc/createRpc.ts'
import { RpcError } from '../../rpc/rpcError.ts'
import { multicall3 } from '../readContracts.ts'
import { wordAt } from '../words.ts'
import { nativeCoin, type SwapAsset } from './quoteSource.ts'
import { revertReason } from './revertReason.ts'

const batchAbi = parseAbi([
  'struct Call { address target; bool allowFailure; uint256 value; bytes callData; }',
  'struct Result { bool success; bytes returnData; }',
  'function aggregate3Value(Call[] calls) payable returns (Result[] results)',
  'function getEthBalance(address owner) view returns (uint256)',
])
const tokenAbi = parseAbi([
  'function balanceOf(address owner) view returns (uint256)',
  'function approve(address spender, uint256 amount)',
])
/** Somebody who has money, in the simulation only. */
const patron: EvmAddress = '0x00000000000000000000000000000000b111f01d'

/** How an account's balances would change: what was simulated, not what was promised. */
export type Simulation =
  | { ok: true; changes: ReadonlyMap<SwapAsset, bigint> }
  | { ok: false; reason: string }
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
  const batch = [
    ...looks,
    ...calls.map(({ to, data, value = 0n }) => ({ target: to, allowFailure: true, value, callData: data })),
    ...looks,
  ]
  const value = calls.reduce((sum, call) => sum + (call.value ?? 0n), 0n)
  const data = encodeFunctionData({ abi: batchAbi, functionName: 'aggregate3Value', args: [batch] })
  const call = { from: patron, to: user, data, value: numberToHex(value) }
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
  if (failed) return { ok: false, reason: revertReason(failed.returnData) }
  const changes = new Map<SwapAsset, bigint>()
  for (const [index, asset] of assets.entries()) {
    const [before, after] = [results[index], results[looks.length + calls.length + index]]
    const [had, has] = [wordAt(before?.returnData, 0), wordAt(after?.returnData, 0)]
    if (had === undefined || has === undefined) return undefined
    changes.set(asset, has - had)
  }
  return { ok: true, changes }
}

/** An approval inside of a simulation, whatever the account has really approved. */
export const approveCall = (token: EvmAddress, spender: EvmAddress, amount: bigint): SimulatedCall => ({
  to: token,
  data: encodeFunctionData({ abi: tokenAbi, functionName: 'approve', args: [spender, amount] }),
})

const lookAt = (asset: SwapAsset, user: EvmAddress, multicall: EvmAddress) => ({
  target: asset === nativeCoin ? multicall : asset,
  allowFailure: false,
  value: 0n,
  callData:
    asset === nativeCoin
      ? encodeFunctionData({ abi: batchAbi, functionName: 'getEthBalance', args: [user] })
      : encodeFunctionData({ abi: tokenAbi, functionName: 'balanceOf', args: [user] }),
})

/** Stops when it is only sent money; else runs the code of another contract as its own (ERC-1167, six bytes further on). */
const forwarderTo = (target: EvmAddress): Hex =>
  concatHex(['0x36600557005b363d3d373d3d3d363d73', target, '0x5af43d82803e903d91603157fd5bf3'])

function readResults(answer: unknown, expected: number): readonly { success: boolean; returnData: Hex }[] | undefined {
  if (typeof answer !== 'string' || !/^0x(?:[0-9a-f]{2})+$/i.test(answer)) return undefined
  try {
    const results = decodeFunctionResult({ abi: batchAbi, functionName: 'aggregate3Value', data: answer as Hex })
    return results.length === expected ? results : undefined
  } catch {
    // Bytes of another shape: this node, or what stands at that address, does not do what we ask.
    return undefined
  }
}
