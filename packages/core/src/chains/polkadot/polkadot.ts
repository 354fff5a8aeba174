import { KitError } from '@billfold/protocol/error'
import { polkadotAddressOn } from '@billfold/protocol/polkadot/polkadotAddressOn'
import { readPolkadotAddress } from '@billfold/protocol/polkadot/ss58'
import type { Chain } from '../chain.ts'

/** Polkadot's chains, with WalletConnect's methods. */
export const polkadot: Chain = {
  namespace: 'polkadot',
  // As the wallet writes it: wallets do not recognize their key under another network's prefix.
  parseAddress(text) {
    readPolkadotAddress(text)
    return text
  },
  addressOn: polkadotAddressOn,
  signing({ method, params }) {
    if (!method.startsWith('polkadot_sign')) return undefined
    const { address } = (params ?? {}) as { address?: unknown }
    return { sends: false, ...(typeof address === 'string' ? { address } : {}) }
  },
  signMessage: ({ address, message }) => ({ method: 'polkadot_signMessage', params: { address, message } }),
  async readSignature({ address, message, answer }) {
    const signature = (answer as { signature?: unknown } | null)?.signature
    if (typeof signature !== 'string') throw new KitError('wallet_answer_invalid', { cause: answer })
    const { isMessageSigned } = await import('./isMessageSigned.ts')
    if (!isMessageSigned(address, message, signature)) throw new KitError('account_mismatch')
    return signature
  },
  async fetchBalance(address, ask) {
    const { readAccount } = await import('./holdings.ts')
    const { free, reserved } = await readAccount(address, ask)
    return free + reserved
  },
  // Wallets need the full genesis hash; the network id has half of it.
  async receiveLink({ address, networkId }, ask) {
    const genesis = await ask({ method: 'chain_getBlockHash', params: [0] })
    const isHere = /^0x[0-9a-f]{64}$/.test(`${genesis}`) && `${genesis}`.startsWith(`0x${networkId.split(':')[1]}`)
    if (!isHere) throw new KitError('unavailable', { message: 'The node is on another network', cause: genesis })
    return `substrate:${address}:${genesis}`
  },
  transfers: async () => (await import('./sendTransfers.ts')).sendTransfers,
}
