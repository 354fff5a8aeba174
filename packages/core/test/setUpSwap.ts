import type { SwapQuote } from '@billfold/protocol/api/swap'
import { KitError } from '@billfold/protocol/error'
import { minimumReceived } from '../src/features/swap/swapMaths.ts'
import type { SwapOrder } from '../src/features/swap/swapOrder.ts'
import type { Kit } from '../src/kit.ts'
import { infoOf } from '../src/model/connector.ts'
import type { Event } from '../src/model/state.ts'
import type { OfferedQuote } from '../src/model/swap.ts'
import { fakeStorage } from '../src/ports/fakeStorage.ts'
import { eoa, puppetConnector, sessionOf } from './puppetConnector.ts'
import { type RouterOrder, routerCall } from './routerCall.ts'
import { setUpKit } from './setUpKit.ts'

export const me = '0x52908400098527886E0F7030069857D2E4169EE7'
export const other = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'
export const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const permit2 = '0x000000000022D473030F116dDEE9F6B43aC78BA3'
/** Uniswap's on Ethereum, from the kit's own list. */
export const router = '0x3fC91A3afd70395Cd496C647d5a6CC9D4B2b7FAD'
export const weth = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2'
export const coinId = 'eip155:1:0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'
export const usdcId = `eip155:1:${usdc}`
const coin = { symbol: 'ETH', name: 'Ether', decimals: 18 }
const token = { address: usdc, symbol: 'USDC', name: 'USD Coin', decimals: 6 }
export const swapHash = `0x${'ab'.repeat(32)}`
export const approvalHash = `0x${'ac'.repeat(32)}`
const word = (value: bigint | string) => BigInt(value).toString(16).padStart(64, '0')
/** An approval's call data. */
export const approvalData = (amount: bigint, spender = permit2) => `0x095ea7b3${word(spender)}${word(amount)}`

/** A reviewed order: 5 USDC for at least 990 wei. */
export const orderOf = (over: Partial<SwapOrder> = {}, quote: Partial<OfferedQuote> = {}): SwapOrder => ({
  networkId: 'eip155:1',
  source: { connectorId: 'io.puppet', address: me, type: 'eoa' },
  from: token,
  to: coin,
  amount: 5_000_000n,
  least: 990n,
  quote: {
    id: 'q1',
    fromAmount: '5000000',
    fromAccount: usdcId,
    toAmount: '1000',
    toAccount: coinId,
    toAmountMin: '990',
    slippageBps: 100,
    source: { id: 'uniswap', name: 'Uniswap' },
    spender: permit2,
    permit: 'permit2',
    ...quote,
  },
  ...over,
})
/** The same, paid with the native coin. */
export const paysCoin = (quote: Partial<OfferedQuote> = {}) => {
  const { quote: base, ...order } = orderOf({ from: coin, to: token, amount: 7n }, quote)
  const { spender: _, permit: __, ...plain } = base
  return { ...order, quote: { ...plain, fromAmount: '7', fromAccount: coinId, toAccount: usdcId } }
}

/** A kit with a mock wallet and server. */
export function setUpSwap(storage = fakeStorage()) {
  const set = setUpKit({ storage })
  const { kit } = set
  const wallet = {
    accounts: [me],
    chainId: '0x1',
    atomic: false,
    chainIsBusy: false,
    /** Its node's response to simulations. */
    tries: async (method: string, params: unknown): Promise<unknown> => nodeAnswer(method, params),
    sends: async (data: string): Promise<unknown> => (isApproval(data) ? approvalHash : swapHash),
    signs: async (): Promise<unknown> => `0x${'11'.repeat(65)}`,
  }
  const requests: { method: string; params: unknown }[] = []
  const { connector } = puppetConnector(
    {},
    {
      accounts: async () => wallet.accounts.map(eoa),
      async request(_, method, params) {
        if (/estimateGas|simulateV1|eth_call|getBlockByNumber|PriorityFee|getBalance|getCode/.test(method))
          return wallet.tries(method, params)
        if (!/chainId|Capabilities|CallsStatus|getTransaction|blockNumber/.test(method))
          requests.push({ method, params })
        if (method === 'eth_chainId') return wallet.chainId
        if (method === 'eth_sendTransaction') return wallet.sends((params as { data: string }[])[0]?.data ?? '')
        if (method === 'eth_signTypedData_v4') return wallet.signs()
        if (method === 'wallet_getCapabilities')
          return wallet.atomic ? { '0x1': { atomic: { status: 'supported' } } } : {}
        if (method === 'wallet_sendCalls') return { id: 'batch' }
        if (method === 'wallet_getCallsStatus') return { status: 200, receipts: [{ transactionHash: swapHash }] }
        return null
      },
    },
  )
  kit.connectors.add(connector)
  const events: Event[] = []
  kit.store.onEvent((event) => {
    events.push(event)
    // The chain confirms every approval at once, unless the test makes it busy.
    if (wallet.chainIsBusy) return
    if (event.type === 'transaction/sent' && event.transaction.kind === 'approval')
      kit.store.send({ type: 'transaction/settled', hash: event.transaction.hash, outcome: 'confirmed', at: 1 })
  })
  kit.store.send({ type: 'connector/announced', connector: infoOf(connector) })
  kit.store.send({
    type: 'account/connected',
    namespace: 'eip155',
    connectorId: connector.id,
    how: 'user',
    ...sessionOf(me),
  })
  const server = {
    allowance: '0',
    approval: { to: usdcId, data: approvalData(5_000_000n) },
    reset: undefined as { to: string; data: string } | undefined,
    permit: {
      domain: { name: 'Permit2', chainId: 1, verifyingContract: permit2 } as Record<string, unknown>,
      types: {} as Record<string, { name: string; type: string }[]>,
      primaryType: 'PermitSingle',
      message: {
        details: { token: usdc, amount: '5000000', expiration: '100', nonce: '0' },
        spender: router,
        sigDeadline: '100',
      } as Record<string, unknown>,
    },
    changes: [
      { token: usdcId, amount: '-5000000' },
      { token: coinId, amount: '1000' },
    ],
    value: '0',
    /** The called contract and data: as requested by default. */
    to: `eip155:1:${router}`,
    call: {} as Partial<RouterOrder>,
    data: undefined as string | undefined,
    quotes: [] as SwapQuote[],
    tries: async (): Promise<void> => undefined,
  }
  const answers: Partial<Kit['api']> = {
    getSwapAllowance: async () => ({ allowance: server.allowance }),
    buildSwapApproval: async () => ({
      tx: { ...server.approval, from: server.approval.to, value: '0', eip155: { gasPrice: '1' } },
      ...(server.reset ? { reset: server.reset } : {}),
    }),
    buildSwapPermit: async () => ({ permit: server.permit }),
    getSwapQuotes: async () => ({ quotes: server.quotes }),
    buildSwap: async ({ amount, from, to, quoteId, eip155: { slippage = 1 } = {} }) => {
      await server.tries()
      const renewed = server.quotes.find(({ id }) => id === quoteId)
      const least = renewed ? { least: minimumReceived(renewed, Math.round(slippage * 100)) } : {}
      return {
        tx: {
          from: `eip155:1:${me}`,
          to: server.to,
          data: server.data ?? routerCall({ ...orderFor(from, to, amount), ...least, ...server.call }),
          amount,
          value: server.value,
          eip155: { gas: '210000', gasPrice: '1' },
        },
        simulation: { changes: server.changes },
      }
    },
  }
  kit.api = Object.assign(Object.create(kit.api), answers)
  const attempt = () => kit.store.get().swap.attempt
  const methods = () => requests.map(({ method }) => method)
  return { ...set, kit, wallet, server, requests, methods, events, attempt }
}
/** Balance changes when paying the native coin. */
export const coinSide = [
  { token: coinId, amount: '-7' },
  { token: usdcId, amount: '1000' },
]

/** The call of an honest server: the sender receives the output. */
const orderFor = (from: string, to: string, amount: string): RouterOrder => ({
  from: from === coinId ? undefined : (from.slice(9) as `0x${string}`),
  to: to === coinId ? undefined : (to.slice(9) as `0x${string}`),
  wrapped: weth,
  amount: BigInt(amount),
  least: 990n,
  recipient: me,
  deadline: 300n,
})

/** Gas of simulations; metadata of tokens. */
function nodeAnswer(method: string, params: unknown): unknown {
  if (method === 'eth_estimateGas') return '0x33450'
  if (method === 'eth_getBlockByNumber') return { baseFeePerGas: '0x64' }
  if (method === 'eth_maxPriorityFeePerGas') return '0x3'
  if (method === 'eth_getBalance') return '0xde0b6b3a7640000'
  const [{ to, data } = {}] = params as [{ to?: string; data?: string }?]
  if (method === 'eth_call' && /^0x(42|53)0{8}/.test(to ?? '')) return '0x'
  if (method === 'eth_call' && to?.toLowerCase() === usdc.toLowerCase()) {
    if (data?.startsWith('0x313ce567')) return `0x${word(6n)}`
    if (data?.startsWith('0x95d89b41')) return `0x${word(32n)}${word(4n)}${'55534443'.padEnd(64, '0')}`
    return `0x${word(5_000_000n)}`
  }
  throw new KitError('method_unsupported')
}

const isApproval = (data: string) => data.startsWith('0x095ea7b3')
