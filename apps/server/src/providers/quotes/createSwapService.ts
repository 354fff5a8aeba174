import { KitError } from '@billfold/protocol/error'
import { encodeFunctionData, type Hex, numberToHex, parseAbi } from 'viem'
import { createMemo } from '../../caches/createMemo.ts'
import { readText, writeText } from '../../caches/exactText.ts'
import { createMemoryTexts, type SharedTexts } from '../../caches/sharedTexts.ts'
import type { EvmAddress, ServerChain } from '../../chains/serverChain.ts'
import { deadlineIn } from '../../limits/deadlineIn.ts'
import { untilAborted } from '../../limits/untilAborted.ts'
import type { Rpc } from '../../rpc/createRpc.ts'
import { RpcError } from '../../rpc/rpcError.ts'
import { createReaders } from '../createReaders.ts'
import { wordAt } from '../words.ts'
import { isTrusted, maxLifeMs, type TrustedContracts } from './checkQuote.ts'
import { createCallCheck } from './createCallCheck.ts'
import type { QuoteAggregator } from './createQuoteAggregator.ts'
import { findLie, passesOn } from './findLie.ts'
import {
  type BuiltSwap,
  nativeCoin,
  type Permit,
  type QuoteSource,
  type SwapAsset,
  type TypedData,
} from './quoteSource.ts'
import type { RankedQuote } from './rankedQuote.ts'
import { readAllowance } from './readAllowance.ts'
import type { Simulation } from './simulateSwap.ts'
import { isPermit2, simulateSwapCalls } from './simulateSwapCalls.ts'
import { readPermitTokens } from './uniswap/eip2612.ts'
import { approveThroughPermit2, readPermit2 } from './uniswap/permit2.ts'

const tokenAbi = parseAbi([
  'function approve(address spender, uint256 amount)',
  'function balanceOf(address owner) view returns (uint256)',
])
const everything = 2n ** 256n - 1n
const dayS = 86_400
/** How long a list of tokens waits to learn which of them take permits. */
const permitPatienceMs = 2_000

type BuiltAnswer = { built: BuiltSwap; gas: bigint; simulation: Extract<Simulation, { ok: true }> }
type ApprovalAnswer = { to: EvmAddress; data: Hex; reset?: { to: EvmAddress; data: Hex } | undefined }

/** The owner and the spender of an allowance. */
type Allowance = { chain: ServerChain; token: SwapAsset; owner: EvmAddress; spender: EvmAddress }
/** An allowance that is to be given, of the chain's own coin never. */
type Approval = Allowance & { token: EvmAddress; amount: bigint }

/** Everything between a quote and the transaction that carries it out. */
export type SwapService = {
  /** Whether any source has swaps there. */
  serves(chain: ServerChain): boolean
  /** Whether tokens may be approved to a contract: it is on the list of one of the sources here. */
  isSpender(chain: ServerChain, spender: EvmAddress): boolean
  /** What `spender` may take; with Permit2 in between, the lesser of both halves unless the caller will sign. */
  allowance(query: Allowance & { signs: boolean }, signal: AbortSignal): Promise<bigint>
  /** The transaction that allows `spender` the amount and no more; only listed spenders get one. */
  approval(query: Approval, signal: AbortSignal): Promise<ApprovalAnswer>
  /** The listed tokens of a chain that take a signature in the place of an approval (EIP-2612); undefined while no one can tell. */
  permitTokens(chain: ServerChain, signal: AbortSignal): Promise<ReadonlySet<string> | undefined>
  /** How much of a token an account has. */
  held(query: Pick<Approval, 'chain' | 'token' | 'owner'>, signal: AbortSignal): Promise<bigint>
  permit(quote: RankedQuote, signal: AbortSignal): Promise<TypedData | undefined>
  /** Builds, checks and simulates; rejects with the reason where the swap is not to be offered. */
  build(quote: RankedQuote, signature: Hex | undefined, signal: AbortSignal): Promise<BuiltAnswer>
}

type Options = {
  rpc: Rpc
  aggregator: QuoteAggregator
  sources: readonly QuoteSource[]
  trusted: TrustedContracts
  now?: () => number
  /** Where permits are kept until they come back signed, maybe to another server. */
  texts?: SharedTexts
}

/** Approvals, signatures and transactions of swaps; nothing leaves it that was not checked and simulated. */
export function createSwapService(options: Options): SwapService {
  const { rpc, aggregator, sources, trusted, now = Date.now, texts = createMemoryTexts({ now }) } = options
  const permitKey = (id: string) => `permit ${id}`
  const readerOf = createReaders(rpc)
  const check = createCallCheck({ rpc, trusted, now })
  const ableTokens = createMemo<ReadonlySet<string>>({ ttlMs: dayS * 1_000, now })

  const isSpender = (chain: ServerChain, spender: EvmAddress) =>
    sources.some((source) => source.supports(chain) && isTrusted(trusted(chain, source.id), spender))

  async function allowanceOf({ chain, owner, spender }: Allowance, token: EvmAddress, signal: AbortSignal) {
    const amount = await readAllowance(readerOf(chain), { token, owner, spender }, signal)
    if (amount === undefined) throw new KitError('unavailable', { message: 'The token returned no allowance.' })
    return amount
  }

  return {
    serves: (chain) => sources.some((source) => source.supports(chain)),

    isSpender,

    async allowance({ signs, ...query }, signal) {
      const { chain, token, owner, spender } = query
      if (token === nativeCoin) return everything
      const { universalRouter } = chain.contracts
      if (!isPermit2(chain, spender) || signs || !universalRouter) return allowanceOf(query, token, signal)
      const halves = { permit2: spender, token, owner, spender: universalRouter }
      const both = await readPermit2(readerOf(chain), halves, signal)
      if (!both) throw new KitError('unavailable', { message: 'Permit2 did not respond.' })
      const isOver = both.expiration * 1000 <= now()
      return isOver ? 0n : both.ofToken < both.ofSpender ? both.ofToken : both.ofSpender
    },

    async approval(query, signal) {
      const { chain, token, spender, amount } = query
      if (!isSpender(chain, spender)) throw refusal('This contract is not an allowed spender.')
      const { universalRouter } = chain.contracts
      const given = await allowanceOf(query, token, signal)
      if (given >= amount && isPermit2(chain, spender) && universalRouter) {
        const until = Math.floor(now() / 1000) + dayS
        return { to: spender, data: approveThroughPermit2(token, universalRouter, amount, until) }
      }
      const data = encodeFunctionData({ abi: tokenAbi, functionName: 'approve', args: [spender, amount] })
      if (given === 0n || (await takesApproval(rpc, query, data, signal))) return { to: token, data }
      const reset = encodeFunctionData({ abi: tokenAbi, functionName: 'approve', args: [spender, 0n] })
      return { to: token, data, reset: { to: token, data: reset } }
    },

    async permitTokens(chain, signal) {
      const tokens = chain.tokens.map(({ address }) => address as EvmAddress)
      // Several callers may share this lookup: one that hangs up does not cancel it.
      const load = () => readPermitTokens(readerOf(chain), tokens, Number(chain.reference), deadlineIn(10_000))
      const ableNow = ableTokens(`${chain.id} ${tokens.length}`, load).catch(() => undefined)
      return untilAborted(ableNow, { signal, deadline: deadlineIn(permitPatienceMs) }).catch(() => undefined)
    },

    async held({ chain, token, owner }, signal) {
      const data = encodeFunctionData({ abi: tokenAbi, functionName: 'balanceOf', args: [owner] })
      const [answer] = await readerOf(chain)([{ to: token, data }], signal)
      return wordAt(answer, 0) ?? 0n
    },

    async permit(quote, signal) {
      const typedData = await quote.source.permit?.(quote.request, quote.quote, signal)
      // Of no use once the quote is over.
      if (typedData) await texts.set(permitKey(quote.id), writeText(typedData), now() + maxLifeMs)
      return typedData
    },

    async build(quote, signature, signal) {
      const { request, source } = quote
      const kept = signature && (await texts.get(permitKey(quote.id)))
      const typedData = kept ? (readText(kept) as TypedData) : undefined
      if (signature && !typedData) throw refusal('The signature belongs to another quote.')
      const permit: Permit | undefined = signature && typedData ? { typedData, signature } : undefined
      const plain = await source.build(request, quote.quote, signal)
      const built = permit ? await source.build(request, quote.quote, signal, permit) : plain
      const checked = (call: BuiltSwap) => check(source, request, quote.quote, call)
      const fault = (await checked(plain)) ?? (built === plain ? undefined : await checked(built))
      if (fault) {
        await aggregator.withdraw(quote, fault)
        throw refusal(`${source.name} built ${fault}.`)
      }
      const simulation = await simulateSwapCalls({ rpc, now }, request, quote.quote, plain, signal)
      if (!simulation) throw refusal('This swap cannot be simulated right now, so it is not offered.')
      if (!simulation.ok) throw refusal(`${simulation.reason}.`)
      const lie = await findLie({ rpc, now }, request, quote.quote, plain, simulation, signal)
      if (lie?.isSources === false) throw refusal(`${passesOn}, so this swap is not offered.`)
      if (lie) {
        await aggregator.withdraw(quote, lie.fault)
        throw refusal(`${source.name} ${lie.fault}, so it is not offered.`)
      }
      return { built, gas: await estimateGas(rpc, quote, built, permit !== undefined, signal), simulation }
    },
  }
}

/** Whether the token takes this approval as things are: some demand that an old one is withdrawn first. */
async function takesApproval(rpc: Rpc, { chain, token, owner }: Approval, data: Hex, signal: AbortSignal) {
  try {
    await rpc(chain.id).call('eth_call', [{ from: owner, to: token, data }, 'latest'], signal)
    return true
  } catch (e) {
    if (e instanceof RpcError) return false
    throw e
  }
}

async function estimateGas(
  rpc: Rpc,
  { request, quote, source }: RankedQuote,
  built: BuiltSwap,
  isSigned: boolean,
  signal: AbortSignal,
): Promise<bigint> {
  const likely = built.gas ?? (quote.gas * 11n) / 10n
  try {
    const call = { from: request.user, to: built.to, data: built.data, value: numberToHex(built.value) }
    const gas = await rpc(request.chain.id).call('eth_estimateGas', [call], signal)
    return typeof gas === 'string' && /^0x[0-9a-f]{1,8}$/i.test(gas) ? (BigInt(gas) * 11n) / 10n : likely
  } catch (e) {
    // With the token's own permit nothing is missing: what fails now would fail for real.
    if (e instanceof RpcError && isSigned && source.permitKind === 'eip2612')
      throw refusal('The token rejects this signature, so the swap is not offered.')
    // Not approved yet, most likely: the source's own word has to do.
    if (e instanceof RpcError) return likely
    throw e
  }
}

const refusal = (message: string) => new KitError('transaction_rejected', { message })
