import { KitError } from '@billfold/protocol/error'
import { getAddress, type Hex } from 'viem'
import type { BatchCache } from '../../caches/createBatchCache.ts'
import { lowerHex } from '../../chains/eip155/hex.ts'
import type { EvmAddress, ServerChain } from '../../chains/serverChain.ts'
import { deadlineIn } from '../../limits/deadlineIn.ts'
import { untilAborted } from '../../limits/untilAborted.ts'
import type { Rpc } from '../../rpc/createRpc.ts'
import { listedTokens } from '../../tokens/listedTokens.ts'
import { type ContractCall, createReadContracts, multicall3, type ReadContracts } from '../readContracts.ts'
import type { BalanceSource, TokenBalance } from '../source.ts'
import { wordAt } from '../words.ts'
import { createTokenFacts, type TokenFacts } from './createTokenFacts.ts'
import { isImpersonator, symbolsOf } from './isImpersonator.ts'

/** Tokens an account was seen to receive, newest first: the indexer knows. */
export type DiscoveredTokens = (chainId: string, address: string, signal: AbortSignal) => Promise<readonly string[]>

type Options = { rpc: Rpc; discoveredTokens?: DiscoveredTokens | undefined; maxDiscovered?: number }
type Desk = { read: ReadContracts; facts: BatchCache<TokenFacts>; symbols: ReadonlySet<string> }

/** Balances as the chain itself tells them: its own coin, every listed token, and whatever else came to the account. */
export function createChainBalances({ rpc, discoveredTokens, maxDiscovered = 300 }: Options): BalanceSource {
  const desks = new WeakMap<ServerChain, Desk>()

  function deskOf(chain: ServerChain): Desk {
    const known = desks.get(chain)
    if (known) return known
    const read = createReadContracts(rpc(chain.id), { multicall: chain.contracts.multicall3 })
    const listed = [...listedTokens(chain).values()].map(({ symbol }) => symbol)
    const desk = { read, facts: createTokenFacts(read), symbols: symbolsOf([chain.nativeCurrency.symbol, ...listed]) }
    desks.set(chain, desk)
    return desk
  }

  /** Without them an account still has its listed tokens, so a failure here is not the caller's. */
  async function findOthers(chain: ServerChain, address: string, signal: AbortSignal): Promise<string[]> {
    const discoveries = await discoveredTokens?.(chain.id, address, signal).catch(() => [])
    const listed = listedTokens(chain)
    const others = new Set((discoveries ?? []).map(lowerHex).filter((token) => isEvmAddress.test(token)))
    return [...others].filter((token) => !listed.has(token)).slice(0, maxDiscovered)
  }

  return {
    id: 'chain',
    supports: ({ namespace, rpcUrls }) => namespace === 'eip155' && rpcUrls.length > 0,
    async balances({ chain, address, fresh }, signal) {
      if (!isEvmAddress.test(lowerHex(address)))
        throw new KitError('missing_input', { message: `This is not an address of ${chain.name}.` })
      const { read, facts, symbols } = deskOf(chain)
      const listed = listedTokens(chain)
      const named = fresh.map(lowerHex).filter((token) => isEvmAddress.test(token))
      const unlisted = [...named.filter((token) => !listed.has(token)), ...(await findOthers(chain, address, signal))]
      const selection = { listed: [...listed.keys()], unlisted: [...new Set(unlisted)], named: new Set(named) }
      const { coin, amounts, others } = await readAll(read, chain, selection, address, signal)
      const described = await describe(facts, [...others.keys()])
      const amount = coin ?? toAmount(await rpc(chain.id).call('eth_getBalance', [address, 'latest'], signal))
      const balances: TokenBalance[] = [{ ...chain.nativeCurrency, amount, isListed: true }]
      for (const [key, amount] of amounts) balances.push({ ...listed.get(key)!, amount, isListed: true })
      for (const [key, amount] of others) {
        const token = described.get(key)
        if (token && !isImpersonator(token, symbols))
          balances.push({ ...token, address: getAddress(key), amount, isListed: false })
      }
      return balances
    },
  }
}

/** Facts about unlisted tokens; if their contracts stall, the account is shown without them. */
async function describe(facts: Desk['facts'], tokens: readonly string[]): Promise<ReadonlyMap<string, TokenFacts>> {
  if (tokens.length === 0) return new Map()
  const deadline = deadlineIn(factsMs)
  return untilAborted(facts(tokens), { deadline }).catch(() => new Map<string, TokenFacts>())
}

/** Less than a source has in all: the account is to be shown in that time. */
const factsMs = 4_000
const isEvmAddress = /^0x[0-9a-f]{40}$/

type TokenSelection = { listed: readonly string[]; unlisted: readonly string[]; named: ReadonlySet<string> }

/**
 * The coin and the tokens, in one request; amounts by address, without zero balances or silent tokens. A requested
 * token is returned even at zero: clients poll a swap's outcome that way.
 */
async function readAll(
  read: ReadContracts,
  { contracts }: ServerChain,
  { listed, unlisted, named }: TokenSelection,
  owner: string,
  signal: AbortSignal,
) {
  const coinCall = { to: contracts.multicall3 ?? multicall3, data: `0x4d2300cc${wordOf(owner)}` } as const // getEthBalance(address)
  const calls = [coinCall, ...balanceCalls([...listed, ...unlisted], owner)]
  const border = listed.length + 1
  // Apart from the listed ones: what a stranger's contract does to a request must not cost anyone their dollars.
  const answers = await read(calls, signal, border)
  return {
    coin: wordAt(answers[0], 0),
    amounts: toAmounts(listed, answers.slice(1, border), named),
    others: toAmounts(unlisted, answers.slice(border), named),
  }
}

function balanceCalls(tokens: readonly string[], owner: string): ContractCall[] {
  const data = `0x70a08231${wordOf(owner)}` as const // balanceOf(address)
  return tokens.map((token) => ({ to: token as EvmAddress, data }))
}

function toAmounts(
  tokens: readonly string[],
  answers: readonly (Hex | undefined)[],
  named: ReadonlySet<string>,
): Map<string, bigint> {
  const amounts = new Map<string, bigint>()
  for (const [index, token] of tokens.entries()) {
    const amount = wordAt(answers[index], 0)
    if (amount || (amount === 0n && named.has(token))) amounts.set(token, amount)
  }
  return amounts
}

const wordOf = (address: string): string => lowerHex(address.slice(2)).padStart(64, '0')

function toAmount(answer: unknown): bigint {
  if (typeof answer === 'string' && /^0x[0-9a-f]{1,64}$/i.test(answer)) return BigInt(answer)
  throw new KitError('unavailable', { message: 'The node returned an invalid amount.' })
}
