import { decodeBase58, encodeBase58 } from '@billfold/protocol/base58'
import { joinBytes } from '@billfold/protocol/bytes'
import { solanaPrograms } from '@billfold/protocol/solana/solanaPrograms'
import { encodeBase64 } from '@billfold/protocol/wc/base64'
import { expect, test } from 'vitest'
import type { QueryChain } from '../chainQuery.ts'
import { findMint, readShown } from './findMint.ts'
import { sendTransfers } from './sendTransfers.ts'

const usdc = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
/** Metaplex's metadata account of USDC, from the main network. */
const placeOfUsdc = '5x38Kp4hvdomTCnCrAny4UtMUt5rQBdB6px2K1Ui45Wq'
const metaplex = 'metaqbxxUerdq28cj1RbAWkYQm3ybzjb6a8bt518x1s'
const me = encodeBase58(new Uint8Array(32).fill(7))

const number = (value: number, bytes = 4) => Uint8Array.from({ length: bytes }, (_, at) => (value >> (8 * at)) & 255)
const text = (value: string, length?: number) => {
  const bytes = new TextEncoder().encode(value)
  const room = new Uint8Array(length ?? bytes.length)
  room.set(bytes)
  return joinBytes(number(room.length), room)
}
function mint(decimals: number, own?: Uint8Array) {
  const data = new Uint8Array(own ? 166 : 82)
  data[44] = decimals
  data[45] = 1
  if (!own) return { owner: solanaPrograms.token, data }
  data[165] = 1
  return { owner: solanaPrograms.token2022, data: joinBytes(data, number(19, 2), number(own.length, 2), own) }
}
/** Token-2022's metadata inside the mint. */
const ownName = (name: string, symbol: string) => joinBytes(new Uint8Array(64), text(name), text(symbol), text(''))
/** Metaplex's metadata account: each text padded to its full length. */
const metadata = (name: string, symbol: string, owner = metaplex) => ({
  owner,
  data: joinBytes(new Uint8Array(65), text(name, 32), text(symbol, 10), new Uint8Array(200)),
})

type AccountData = { owner: string; data: Uint8Array }
/** A node with only these accounts. */
const node =
  (accounts: Record<string, AccountData>): QueryChain =>
  async (question) => {
    if (!('method' in question)) throw new Error('only nodes are mocked')
    const { method, params } = question as { method: string; params: unknown[] }
    if (method === 'getMultipleAccounts')
      return {
        value: (params[0] as string[]).map((address) => {
          const account = accounts[address]
          return account
            ? { lamports: 1, executable: false, owner: account.owner, data: [encodeBase64(account.data), 'base64'] }
            : null
        }),
      }
    if (method === 'getTokenAccountsByOwner') return { value: [] }
    if (method === 'getLatestBlockhash') return { value: { blockhash: me } }
    if (method === 'getMinimumBalanceForRentExemption') return 890_880
    if (method === 'getRecentPrioritizationFees') return []
    throw new Error(method)
  }
const shown = { address: usdc, symbol: 'USDC', decimals: 6 }

test.each([
  ['in the mint (Token-2022)', { [usdc]: mint(6, ownName('USD Coin', 'USDC')) }],
  ['by Metaplex', { [usdc]: mint(6), [placeOfUsdc]: metadata('USD Coin', 'USDC') }],
])('finds a token’s name %s', async (_, accounts) => {
  expect(await findMint(usdc, node(accounts))).toEqual({ address: usdc, name: 'USD Coin', symbol: 'USDC', decimals: 6 })
  expect((await readShown(usdc, shown, node(accounts))).other).toBeUndefined()
  expect((await readShown(usdc, { ...shown, symbol: '$usdc' }, node(accounts))).other).toBeUndefined()
})

test.each([
  ['another symbol in the mint', { [usdc]: mint(6, ownName('x', 'JUNK')) }, { kind: 'otherSymbol', says: 'JUNK' }],
  [
    'letters that only look like its symbol',
    { [usdc]: mint(6), [placeOfUsdc]: metadata('USD Coin', 'UЅDС\u202e') },
    { kind: 'otherSymbol', says: 'UЅDС' },
  ],
  ['other decimals', { [usdc]: mint(9), [placeOfUsdc]: metadata('USD Coin', 'USDC') }, { kind: 'otherDecimals' }],
])('rejects sending a token with %s', async (_, accounts, refusal) => {
  const transfer = { networkId: 'solana:localnet', from: me, to: me, amount: 1n, token: shown } as const
  expect((await sendTransfers.plan(transfer, node(accounts))).refusal).toEqual(refusal)
})

test('ignores names from another program’s account, for wrapped SOL, or truncated', async () => {
  const other = { [usdc]: mint(6), [placeOfUsdc]: metadata('USD Coin', 'JUNK', me) }
  expect((await readShown(usdc, shown, node(other))).other).toBeUndefined()
  const cut = { owner: metaplex, data: joinBytes(new Uint8Array(65), number(4_000_000_000)) }
  expect(await findMint(usdc, node({ [usdc]: mint(6), [placeOfUsdc]: cut }))).toMatchObject({ symbol: 'EPjF…Dt1v' })
  const wrapped = 'So11111111111111111111111111111111111111112'
  const own = { [wrapped]: mint(9, ownName('Wrapped SOL', 'SOL')) }
  expect((await readShown(wrapped, { symbol: 'WSOL', decimals: 9 }, node(own))).other).toBeUndefined()
  await expect(findMint(usdc, node({ [usdc]: { owner: me, data: decodeBase58(me) } }))).rejects.toThrow('No token')
})
