import { KitError } from '@billfold/protocol/error'
import { readPolkadotAddress } from '@billfold/protocol/polkadot/ss58'
import type { Chain } from '../chain.ts'

/** Polkadot's chains, in WalletConnect's words. */
export const polkadot: Chain = {
  namespace: 'polkadot',
  // As the wallet writes it: asked for the same key under another network's prefix, wallets know no such account.
  parseAddress(text) {
    readPolkadotAddress(text)
    return text
  },
  signing({ method, params }) {
    if (!method.startsWith('polkadot_sign')) return undefined
    const { address } = (params ?? {}) as { address?: unknown }
    return { sends: false, ...(typeof address === 'string' ? { address } : {}) }
  },
  signMessage: ({ address, message }) => ({ method: 'polkadot_signMessage', params: { address, message } }),
  async readSignature({ address, message, answer }) {
    const signature = (answer as { signature?: unknown } | null)?.signature
    if (typeof signature !== 'string') throw new KitError('wallet_answer_invalid', { cause: answer })
    const { isPolkadotMessageSigned } = await import('@billfold/protocol/polkadot/isPolkadotMessageSigned')
    if (!isPolkadotMessageSigned(address, message, signature)) throw new KitError('account_mismatch')
    return signature
  },
  async askBalance(address, ask) {
    const { readAccount } = await import('./holdings.ts')
    const { free, reserved } = await readAccount(address, ask)
    return free + reserved
  },
  transfers: async () => (await import('./sendTransfers.ts')).sendTransfers,
}
