import type { LoggedRequest } from '../createProvider.ts'
import { publishedMnemonic } from '../keyring.ts'
import { providerError } from '../providerError.ts'
import type { RpcTransport } from '../requestRpc.ts'
import type { WalletContext } from '../walletContext.ts'
import { createBitcoinWallet } from './createBitcoinWallet.ts'

type Options = {
  name: string
  icon: string
  transport: RpcTransport
  chain: `bip122:${string}`
  mnemonic?: string
  esploraUrl?: string
}

/** The wallet's Bitcoin side, with keys of its mnemonic that are derived when they are first needed. */
export function bitcoinFace(context: WalletContext, log: LoggedRequest[], options: Options) {
  const { name, icon, transport, chain, mnemonic = publishedMnemonic, esploraUrl } = options
  return createBitcoinWallet(context, log, {
    ...{ name, icon, chain },
    async key(index, purpose) {
      if (purpose === 'payment') return (await import('./bitcoinKey.ts')).bitcoinKey(mnemonic, chain, index)
      return (await import('./ordinalKey.ts')).ordinalKey(mnemonic, chain, index)
    },
    broadcast:
      esploraUrl === undefined
        ? undefined
        : async (hex) => {
            const answer = (await transport(`${esploraUrl}/tx`, hex)).trim()
            if (!/^[0-9a-f]{64}$/.test(answer)) throw providerError('internal', `The network rejected it: ${answer}`)
            return answer
          },
  })
}
