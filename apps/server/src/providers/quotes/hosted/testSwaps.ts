import { encodeFunctionData, type Hex, parseAbi } from 'viem'
import { lowerHex } from '../../../chains/eip155/hex.ts'
import type { EvmAddress, ServerChain } from '../../../chains/serverChain.ts'
import { ethereum, owner, usdc } from '../../hosted/testUpstream.ts'
import { nativeCoin, type QuoteRequest } from '../quoteSource.ts'

export const weth = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2'
export const house: EvmAddress = '0x00000000000000000000000000000000000000fe'
/** A contract that nobody vouches for. */
export const stranger: EvmAddress = '0x00000000000000000000000000000000000000ba'
export const nowhere: EvmAddress = '0x0000000000000000000000000000000000000000'

export const mainnet: ServerChain = { ...ethereum, wrappedNative: weth }
/** A hundred dollars for ether, as services are asked in the tests. */
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

/** Calls as the services' contracts take them, each with its own minimum; written from the contracts' signatures alone. */
export const calls = {
  zeroX(minimum: bigint): Hex {
    const inner = encodeFunctionData({
      abi: parseAbi(['function execute((address,address,uint256) s, bytes[] a, bytes32 t)']),
      args: [[user, '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE', minimum], ['0x1234'], none],
    })
    return encodeFunctionData({
      abi: parseAbi(['function exec(address o, address t, uint256 n, address x, bytes d)']),
      args: [stranger, usdc, 100_000_000n, stranger, inner],
    })
  },
  oneInch: (minimum: bigint): Hex =>
    encodeFunctionData({
      abi: parseAbi(['function swap(address e, (address,address,address,address,uint256,uint256,uint256) d, bytes b)']),
      args: [stranger, [usdc, nowhere, stranger, user, 100_000_000n, minimum, 0n], '0x'],
    }),
  lifi: (minimum: bigint): Hex =>
    encodeFunctionData({
      abi: parseAbi([
        'function swapTokensSingleV3ERC20ToNative(bytes32 i, string a, string b, address r, uint256 m, (address,address,address,address,uint256,bytes,bool) s)',
      ]),
      args: [none, 'acme', '', user, minimum, [stranger, stranger, usdc, nowhere, 100_000_000n, '0x', true]],
    }),
  kyberSwap: (minimum: bigint): Hex =>
    encodeFunctionData({
      abi: parseAbi([
        'function swap((address,address,bytes,(address,address,address[],uint256[],address[],uint256[],address,uint256,uint256,uint256,bytes),bytes) e)',
      ]),
      args: [
        [
          stranger,
          nowhere,
          '0x',
          [usdc, nowhere, [stranger], [100_000_000n], [house], [85n], user, 100_000_000n, minimum, 640n, '0x'],
          '0x',
        ],
      ],
    }),
}
