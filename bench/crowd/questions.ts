import type { DevnetChain } from '@billfold/protocol/devnetManifest'
import type { RequestOptions } from '../api/measure.ts'
import { addressAt } from '../api/seedHistory.ts'

export type Question = { path: (n: number) => string; optionsOf?: (n: number) => RequestOptions }

const who = 'projectId=billfold-local&st=appkit&sv=bench'

/** The API's busiest requests, of `clients` visitors at once and of a `crowd` of addresses. */
export function questions(
  chain: DevnetChain,
  { clients, crowd }: { clients: number; crowd: number },
): Record<string, Question> {
  const id = `eip155:${chain.id}`
  const caip = (symbol: string) => `${id}:${chain.tokens.find((token) => token.symbol === symbol)!.address}`
  const quote = (amount: number, user: string) =>
    `/v1/convert/quotes?${who}&${new URLSearchParams({ amount: String(amount), userAddress: user, from: caip('USDC'), to: caip('DAI') })}`
  const call = (n: number) => ({
    jsonrpc: '2.0',
    id: n,
    method: 'eth_getBalance',
    params: [addressAt(n % crowd), 'latest'],
  })
  return {
    balances: { path: (n) => `/v1/account/${addressAt(n % clients)}/balance?currency=usd&chainId=${id}&${who}` },
    wallets: { path: (n) => `/getWallets?${who}&page=${1 + (n % 3)}&entries=40` },
    RPC: { path: () => `/v1?chainId=${id}&${who}`, optionsOf: (n) => ({ body: JSON.stringify(call(n)) }) },
    history: { path: (n) => `/v1/account/${addressAt(n % clients)}/history?chainId=${id}&${who}` },
    'history of strangers': { path: (n) => `/v1/account/${addressAt(n % crowd)}/history?chainId=${id}&${who}` },
    'the same quote': { path: () => quote(50_000_000, addressAt(1)) },
    // The most common quote of one pair: the page's suggestion, each for an account of its own.
    'a quote for each account': { path: (n) => quote(50_000_000, addressAt(n % crowd)) },
    'a quote of each amount': { path: (n) => quote(50_000_000 + n * 1_000, addressAt(n % crowd)) },
  }
}
