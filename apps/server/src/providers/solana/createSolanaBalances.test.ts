import { expect, it } from 'vitest'
import { chainEntry, toServerChain } from '../../chains/chainEntry.ts'
import { createSolanaBalances } from './createSolanaBalances.ts'

const owner = '86xCnPeV69n6t3DnyGvkKobf9FdN2H9oiVDdaMpo2MMY'
const [usdc, impostor, honest] = [
  'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
  'FNt6A9Mfnqbwc1tY7uwAguKQ1JcpBrxmhczDgbdJy5AC',
  'So1vW1xRzY5Vg4rTKKNQwWQGbEyAKQeLFkwuXpUVJpX',
]
const holding = (mint: string) => ({
  account: { data: { parsed: { info: { mint, tokenAmount: { amount: '1000000', decimals: 6 } } } } },
})

/** The balances shown for an account on Solana's main network, configured with only a node. */
async function shown(...mints: string[]) {
  const chain = toServerChain(
    chainEntry.parse({ id: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', rpcUrls: ['https://node.example'] }),
  )
  const answers = [{ value: 5 }, { value: mints.map(holding) }, { value: [] }]
  const batch = async () => answers.map((result) => ({ ok: true, value: result, result }))
  const names = new Map([
    [impostor, { name: 'USD Coin', symbol: 'UЅDC', decimals: 6 }],
    [honest, { name: 'Honest', symbol: 'HON', decimals: 6 }],
  ])
  const source = createSolanaBalances({ rpc: (() => ({ batch })) as never, namesOf: (async () => names) as never })
  const balances = await source.balances({ chain, address: owner, fresh: [] }, new AbortController().signal)
  return balances?.map(({ symbol, isListed }) => `${symbol} ${isListed}`)
}

it('omits an impersonator of USDC from an account without it, and names the real one', async () => {
  expect(await shown(impostor, honest)).toEqual(['SOL true', 'HON false'])
  expect(await shown(usdc)).toEqual(['SOL true', 'USDC true'])
})
