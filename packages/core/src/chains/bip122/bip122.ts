import { readBitcoinAddress } from '@billfold/protocol/bitcoin/readBitcoinAddress'
import { bytesOfHex } from '@billfold/protocol/bytes'
import { KitError } from '@billfold/protocol/error'
import { encodeBase64 } from '@billfold/protocol/wc/base64'
import type { Chain } from '../chain.ts'

type Params = { account?: unknown; broadcast?: unknown }

/** Bitcoin, with WalletConnect's methods. */
export const bip122: Chain = {
  namespace: 'bip122',
  parseAddress: (text) => readBitcoinAddress(text).address,
  signing({ method, params }) {
    if (!['signMessage', 'signPsbt', 'sendTransfer'].includes(method)) return undefined
    const { account, broadcast } = (params ?? {}) as Params
    return {
      sends: method === 'sendTransfer' || (method === 'signPsbt' && broadcast === true),
      ...(typeof account === 'string' ? { address: account } : {}),
    }
  },
  fetchBalance: async (address, ask) => (await import('./esplora.ts')).balanceOf(address, ask),
  transfers: async () => (await import('./sendTransfers.ts')).sendTransfers,
  signMessage: ({ address, message }) => ({ method: 'signMessage', params: { account: address, message } }),
  async readSignature({ address, message, answer }) {
    const signature = (answer as { signature?: unknown } | null)?.signature
    if (typeof signature !== 'string') throw new KitError('wallet_answer_invalid', { cause: answer })
    const { isMessageSigned } = await import('./isMessageSigned.ts')
    if (!isMessageSigned(address, message, signature)) throw new KitError('account_mismatch')
    return toBase64(signature)
  },
}

/** Bitcoin's tools write base64; wallets behind WalletConnect respond in hex. */
const toBase64 = (signature: string): string =>
  /^([0-9a-f]{2})+$/i.test(signature) ? encodeBase64(bytesOfHex(signature)) : signature
