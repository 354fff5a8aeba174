import { encodeFunctionData, type Hex, numberToHex, parseAbi } from 'viem'
import type { EvmAddress, ServerChain } from '../../chains/serverChain.ts'
import type { ChainRpc } from '../../rpc/createRpc.ts'
import { RpcError } from '../../rpc/rpcError.ts'
import { revertDataOf } from '../names/revertDataOf.ts'
import { multicall3 } from '../readContracts.ts'
import { wordAt } from '../words.ts'
import { batchData, forwarderTo, type LentCall, readResults } from './codeOverrides.ts'
import { nativeCoin, type SwapAsset } from './quoteSource.ts'
import { revertReason } from './revertReason.ts'

const batchAbi = parseAbi(['function getEthBalance(address owner) view returns (uint256)'])
const tokenAbi = parseAbi([
  'function balanceOf(address owner) view returns (uint256)',
  'function approve(address spender, uint256 amount)',
])
/** More coins than anyone has: who has none for the network's cost is shown a swap too. */
const plenty = 2n ** 100n

/** How an account's balances would change: what was simulated, not what was promised. */
export type Simulation =
  | { ok: true; changes: ReadonlyMap<SwapAsset, bigint> }
  /** `held`: what the account had before, where that could be read. */
  | { ok: false; reason: string; held: ReadonlyMap<SwapAsset, bigint> }
  /** The node cannot simulate: nothing is known. */
  | undefined

export type SimulatedCall = { to: EvmAddress; data: Hex; value?: bigint }
type SimulationRequest = {
  chain: ServerChain
  user: EvmAddress
  /** The user's transactions in order; the last one is the swap. */
  calls: readonly SimulatedCall[]
  /** The assets whose balances are compared. */
  assets: readonly SwapAsset[]
  /** As if no code stood at the account: what it does itself with what it receives is no doing of the swap's. */
  isBare?: boolean | undefined
}

/**
 * Runs calls as the account itself would, at the latest block, and compares its balances before and after; nothing is signed or sent.
 * Where the node can (`eth_simulateV1`), each is a transaction of the account's own, which no contract can tell from a real one: its sender
 * and origin are the account, and no code stands there. Other nodes lend the account code for the length of one `eth_call`, which a contract
 * could recognise: where nothing has to be approved before, the call must go through without it as well.
 */
export async function simulateSwap(
  rpc: ChainRpc,
  request: SimulationRequest,
  signal: AbortSignal,
): Promise<Simulation> {
  const { chain, user, calls, assets, isBare = false } = request
  const multicall = chain.contracts.multicall3 ?? multicall3
  const looks = assets.map((asset) => balanceCall(asset, user, multicall))
  const batch: LentCall[] = [...looks, ...calls, ...looks]
  const inTurn = await runInTurn(rpc, user, batch, isBare, signal)
  const results = inTurn ?? (await runLent(rpc, user, multicall, batch, signal))
  if (!results) return undefined
  const [only] = calls
  if (!inTurn && only && calls.length === 1) {
    const plain = await runPlain(rpc, user, only, signal)
    if (plain) return { ok: false, reason: revertReason(plain.returnData), held: new Map() }
  }
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

type Results = readonly { success: boolean; returnData: Hex }[] | undefined

/** Runs the calls as the account's own transactions, in sequence; undefined if the node does not support it. */
async function runInTurn(
  rpc: ChainRpc,
  user: EvmAddress,
  batch: readonly LentCall[],
  isBare: boolean,
  signal: AbortSignal,
): Promise<Results> {
  const calls = batch.map(({ to, data, value = 0n }) => ({ from: user, to, data, value: numberToHex(value) }))
  const account = { balance: numberToHex(plenty), ...(isBare && { code: '0x' }) }
  const block = { blockStateCalls: [{ stateOverrides: { [user]: account }, calls }] }
  const answer = await valueUnlessRejected(rpc.call('eth_simulateV1', [block, 'latest'], signal))
  const results = Array.isArray(answer) ? (answer[0] as { calls?: unknown } | null)?.calls : undefined
  if (!Array.isArray(results) || results.length !== batch.length) return undefined
  return results.map((each: { status?: unknown; returnData?: unknown; error?: { data?: unknown } } | null) => {
    const bytes = [each?.error?.data, each?.returnData].find((value) => typeof value === 'string' && value.length > 2)
    return { success: each?.status === '0x1', returnData: (bytes ?? '0x') as Hex }
  })
}

/** The same in one call, for nodes that only know that: the account forwards to Multicall3 meanwhile, and takes the chain's own coin. */
async function runLent(
  rpc: ChainRpc,
  user: EvmAddress,
  multicall: EvmAddress,
  batch: readonly LentCall[],
  signal: AbortSignal,
): Promise<Results> {
  const lent = { [user]: { code: forwarderTo(multicall), balance: numberToHex(plenty) } }
  const value = batch.reduce((sum, each) => sum + (each.value ?? 0n), 0n)
  const call = { from: user, to: user, data: batchData(batch), value: numberToHex(value) }
  return readResults(await valueUnlessRejected(rpc.call('eth_call', [call, 'latest', lent], signal)), batch.length)
}

/** Runs one call of the account with only its coins overridden, and returns its failure; undefined if it succeeds. */
async function runPlain(rpc: ChainRpc, user: EvmAddress, { to, data, value = 0n }: SimulatedCall, signal: AbortSignal) {
  const call = { from: user, to, data, value: numberToHex(value) }
  try {
    await rpc.call('eth_call', [call, 'latest', { [user]: { balance: numberToHex(plenty) } }], signal)
    return undefined
  } catch (e) {
    if (e instanceof RpcError) return { returnData: revertDataOf(e) ?? '0x' }
    throw e
  }
}

async function valueUnlessRejected(request: Promise<unknown>): Promise<unknown> {
  try {
    return await request
  } catch (e) {
    if (e instanceof RpcError) return undefined
    throw e
  }
}

const isKnown = (row: readonly [SwapAsset, bigint | undefined]): row is readonly [SwapAsset, bigint] =>
  row[1] !== undefined

/** An approval inside of a simulation, whatever the account has really approved. */
export const approveCall = (token: EvmAddress, spender: EvmAddress, amount: bigint): SimulatedCall => ({
  to: token,
  data: encodeFunctionData({ abi: tokenAbi, functionName: 'approve', args: [spender, amount] }),
})

const balanceCall = (asset: SwapAsset, user: EvmAddress, multicall: EvmAddress): LentCall => ({
  to: asset === nativeCoin ? multicall : asset,
  mustWork: true,
  data:
    asset === nativeCoin
      ? encodeFunctionData({ abi: batchAbi, functionName: 'getEthBalance', args: [user] })
      : encodeFunctionData({ abi: tokenAbi, functionName: 'balanceOf', args: [user] }),
})
