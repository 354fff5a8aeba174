import { encodeSwap } from '@billfold/server/providers/quotes/uniswap/encodeSwap'

type Hex = `0x${string}`

/** Uniswap's router on OP Mainnet, of the wallet's own list, and two tokens of it. */
export const router = '0xCb1355ff08Ab38bBCE60111F1bb2B784bE25D7e8'
export const [weth, usdc]: [Hex, Hex] = [
  '0x4200000000000000000000000000000000000006',
  '0x0b2c639c533813f4aa9d7837caf62653d097ff85',
]
/** The address under which simulations report payments of the coin. */
export const coin = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'
export const ether = 10n ** 18n

/** The calldata of a swap as the kit's own server writes it: one coin for at least 2,962.57 USDC, with a fee. */
export const swapData = (user: Hex, change: Partial<Parameters<typeof encodeSwap>[0]> = {}): Hex =>
  encodeSwap({
    route: [{ from: weth, to: usdc, v3Fee: 500 }] as never,
    ...{ amount: ether, minOut: 2_962_570_000n, user, paysNative: true, getsNative: false },
    ...{ fee: { bps: 85, recipient: `0x${'f'.repeat(40)}` }, deadline: 2_000_000_000n },
    ...change,
  })

export const word = (value: string | bigint): string =>
  (typeof value === 'bigint' ? value.toString(16) : value.slice(2)).padStart(64, '0')

/** A token's event of a payment, as nodes report it. */
export const moved = (token: string, from: string, to: string, amount: bigint) => ({
  address: token,
  topics: ['0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef', `0x${word(from)}`, `0x${word(to)}`],
  data: `0x${word(amount)}`,
})
export const simulated = (...logs: unknown[]) => [{ calls: [{ status: '0x1', logs }] }]
