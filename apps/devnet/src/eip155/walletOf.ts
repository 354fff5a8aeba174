import { createWalletClient, custom, defineChain, type Hex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import type { Evm } from './evmNode.ts'

/** A viem wallet that signs with the key itself and calls a chain in this process. */
export const walletOf = (evm: Evm, { privateKey }: { privateKey: Hex }) =>
  createWalletClient({
    account: privateKeyToAccount(privateKey),
    chain: defineChain({
      id: evm.chainId,
      name: `Chain ${evm.chainId}`,
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      rpcUrls: { default: { http: [] } },
    }),
    transport: custom(
      { request: ({ method, params }: { method: string; params?: readonly unknown[] }) => evm.request(method, params) },
      { retryCount: 0 },
    ),
  })

export type DevnetWallet = ReturnType<typeof walletOf>
