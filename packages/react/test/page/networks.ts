import type { CreateAppKit } from '../../src/index.ts'

const ether = { name: 'Ether', symbol: 'ETH', decimals: 18 }
const evm = (id: number, name: string, origin: string) => ({
  id,
  name,
  nativeCurrency: ether,
  rpcUrls: { default: { http: [`${origin}/rpc/${id}`] } },
  blockExplorers: { default: { name: 'Explorer', url: 'https://explorer.example' } },
})

/** Two EVM networks, and Solana where asked. */
export function networks(origin: string, solana: boolean): CreateAppKit['networks'] {
  return [
    evm(31337, 'Devnet', origin),
    evm(31338, 'Harbour', origin),
    ...(solana
      ? [
          {
            id: 'localnet',
            name: 'Solana Local',
            chainNamespace: 'solana',
            caipNetworkId: 'solana:localnet',
            nativeCurrency: { name: 'Sol', symbol: 'SOL', decimals: 9 },
            rpcUrls: { default: { http: [`${origin}/rpc/solana`] } },
          },
        ]
      : []),
  ]
}

/** The wallet knows a third chain, which the site does not use. */
export const walletChains = (origin: string) => [
  { id: 31337, name: 'Devnet', rpcUrl: `${origin}/rpc/31337` },
  { id: 31338, name: 'Harbour', rpcUrl: `${origin}/rpc/31338` },
  { id: 31339, name: 'Elsewhere', rpcUrl: `${origin}/rpc/31339` },
]
