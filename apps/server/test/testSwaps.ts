import { encodeFunctionData, type Hex, parseAbi } from 'viem'
import { lowerHex } from '../src/chains/eip155/hex.ts'
import type { EvmAddress, ServerChain } from '../src/chains/serverChain.ts'
import { nativeCoin, type QuoteRequest } from '../src/providers/quotes/quoteSource.ts'
import { ethereum, owner, usdc } from './testUpstream.ts'

export const weth = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2'
export const house: EvmAddress = '0x00000000000000000000000000000000000000fe'
/** A contract that no one vouches for. */
export const stranger: EvmAddress = '0x00000000000000000000000000000000000000ba'
export const nowhere: EvmAddress = '0x0000000000000000000000000000000000000000'

export const mainnet: ServerChain = { ...ethereum, wrappedNative: weth }
/** The tests' usual request: a hundred dollars for ether. */
export const swapRequest = (change: Partial<QuoteRequest> = {}): QuoteRequest => ({
  chain: mainnet,
  from: lowerHex(usdc),
  to: nativeCoin,
  amount: 100_000_000n,
  user: lowerHex(owner),
  slippageBps: 100,
  fee: { bps: 85, recipient: house },
  ...change,
})

const user = owner as EvmAddress
const none = `0x${'0'.repeat(64)}` as const

/** The fields of a call that a test changes. */
type CallFields = {
  recipient?: EvmAddress
  from?: EvmAddress
  to?: EvmAddress
  amount?: bigint
  flags?: bigint
  settler?: EvmAddress
  target?: EvmAddress
  feeBps?: bigint
}
export const settler: EvmAddress = '0x00000000000000000000000000000000000005e7'

/** Calls as the services' contracts take them, each with its own minimum; written from the contracts' signatures alone. */
export const calls = {
  zeroX(minimum: bigint, fields: CallFields = {}): Hex {
    const inner = encodeFunctionData({
      abi: parseAbi(['function execute((address,address,uint256) s, bytes[] a, bytes32 t)']),
      args: [
        [fields.recipient ?? user, fields.to ?? '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE', minimum],
        ['0x1234'],
        none,
      ],
    })
    const operator = fields.settler ?? settler
    return encodeFunctionData({
      abi: parseAbi(['function exec(address o, address t, uint256 n, address x, bytes d)']),
      args: [operator, fields.from ?? usdc, fields.amount ?? 100_000_000n, fields.target ?? operator, inner],
    })
  },
  oneInch: (minimum: bigint, fields: CallFields = {}): Hex =>
    encodeFunctionData({
      abi: parseAbi(['function swap(address e, (address,address,address,address,uint256,uint256,uint256) d, bytes b)']),
      args: [
        stranger,
        [
          fields.from ?? usdc,
          fields.to ?? nowhere,
          stranger,
          fields.recipient ?? user,
          fields.amount ?? 100_000_000n,
          minimum,
          fields.flags ?? 0n,
        ],
        '0x',
      ],
    }),
  lifi: (minimum: bigint, fields: CallFields = {}): Hex =>
    encodeFunctionData({
      abi: parseAbi([
        'function swapTokensSingleV3ERC20ToNative(bytes32 i, string a, string b, address r, uint256 m, (address,address,address,address,uint256,bytes,bool) s)',
      ]),
      args: [
        none,
        'acme',
        '',
        fields.recipient ?? user,
        minimum,
        [stranger, stranger, fields.from ?? usdc, fields.to ?? nowhere, fields.amount ?? 100_000_000n, '0x', true],
      ],
    }),
  kyberSwap: (minimum: bigint, fields: CallFields = {}): Hex =>
    encodeFunctionData({
      abi: parseAbi([
        'function swap((address,address,bytes,(address,address,address[],uint256[],address[],uint256[],address,uint256,uint256,uint256,bytes),bytes) e)',
      ]),
      args: [
        [
          stranger,
          nowhere,
          '0x',
          [
            fields.from ?? usdc,
            fields.to ?? '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE',
            [stranger],
            [99_150_000n],
            [house],
            [fields.feeBps ?? 85n],
            fields.recipient ?? user,
            fields.amount ?? 100_000_000n,
            minimum,
            fields.flags ?? 640n,
            '0x',
          ],
          '0x',
        ],
      ],
    }),
}
