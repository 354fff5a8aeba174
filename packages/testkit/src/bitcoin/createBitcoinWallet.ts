import { bitcoinNetworks } from '@billfold/protocol/bitcoin/bitcoinNetworks'
import type { CaipNetworkId } from '@billfold/protocol/caip'
import { hexToBytes } from 'viem/utils'
import type { LoggedRequest } from '../createProvider.ts'
import { providerError } from '../providerError.ts'
import { standardFace } from '../standardFace.ts'
import { confirm, type WalletContext } from '../walletContext.ts'
import { type BitcoinKey, realmOf } from './bitcoinKey.ts'

type Purpose = 'payment' | 'ordinals'
/** An account as the Wallet Standard describes it, and what it is for. */
export type BitcoinAccount = {
  readonly address: string
  readonly publicKey: Uint8Array
  readonly chains: readonly string[]
  readonly features: readonly string[]
  readonly purpose: Purpose
}
type SignMessageInput = { account: BitcoinAccount; message: Uint8Array }
type SignInput = {
  psbt: Uint8Array
  inputsToSign: readonly { account: BitcoinAccount; signingIndexes: readonly number[] }[]
  chain?: string
}

export type BitcoinWalletOptions = {
  name: string
  icon: string
  /** The one network that the wallet's accounts are of. */
  chain: CaipNetworkId
  key: (index: number, purpose: Purpose) => Promise<BitcoinKey>
  /** Hands a transaction to the network and gives its id; absent for a wallet that signs and does not send. */
  broadcast?: ((hex: string) => Promise<string>) | undefined
}

const features = ['bitcoin:signMessage', 'bitcoin:signTransaction'] as const
const sending = 'bitcoin:signAndSendTransaction'

/** The wallet's Bitcoin face: a Wallet Standard object with a payment and an ordinal account that signs messages and PSBTs. */
export function createBitcoinWallet(context: WalletContext, log: LoggedRequest[], options: BitcoinWalletOptions) {
  const { session } = context
  const { chain, broadcast } = options
  const known = bitcoinNetworks.find(({ id }) => id === chain)?.names.standard ?? chain
  const network = `Bitcoin ${known.split(':')[1]}`
  const face = standardFace<BitcoinAccount>(context, log, { family: 'bip122', network, share })

  async function share(index: number): Promise<readonly BitcoinAccount[]> {
    const of = async (purpose: Purpose) => {
      const { address, publicKey } = await options.key(index, purpose)
      const offered = broadcast ? [...features, sending] : features
      return Object.freeze({ address, publicKey: hexToBytes(publicKey), chains: [known], features: offered, purpose })
    }
    return [await of('payment'), await of('ordinals')]
  }

  /** The key of an account, if this site may use it now: asked before a person is, and after. */
  async function keyOf({ address, purpose }: BitcoinAccount, refusal: string): Promise<BitcoinKey> {
    const key = await options.key(session.get().accountIndex, purpose)
    if (!session.get().connected.bip122 || key.address !== address) throw providerError('unauthorized', refusal)
    return key
  }
  const mayUse = (account: BitcoinAccount) => keyOf(account, 'This site may not use this account')
  const stillMayUse = (account: BitcoinAccount) => keyOf(account, 'The account was changed in the wallet')

  const signMessage = (...inputs: readonly SignMessageInput[]) =>
    face.logged('bitcoin:signMessage', inputs, async () => {
      const outputs = []
      for (const { account, message } of inputs) {
        await mayUse(account)
        // Copied: the page may change its array between prompt and signature.
        const bytes = Uint8Array.from(message)
        await confirm(context, 'bitcoin:signMessage', { kind: 'message', account: account.address, network, bytes })
        const key = await stillMayUse(account)
        const signature = hexToBytes(`0x${await key.signMessage(new TextDecoder().decode(bytes))}`)
        outputs.push({ signedMessage: bytes, signature })
      }
      return outputs
    })

  async function sign(method: string, { psbt, inputsToSign, chain: named }: SignInput, isSent: boolean) {
    const { paymentsOf } = await import('./signPsbt.ts')
    if (named !== undefined && named !== known)
      throw providerError('chain_unknown', `The wallet does not know ${named}`)
    for (const { account } of inputsToSign) await mayUse(account)
    let bytes: Uint8Array = Uint8Array.from(psbt)
    const [first] = inputsToSign
    if (!first) throw providerError('invalid_input', 'There is no input to sign')
    const account = first.account.address
    const payments = paymentsOf(bytes, realmOf(chain))
    const own = (await share(session.get().accountIndex)).map(({ address }) => address)
    await confirm(context, method, { kind: 'payments', account, network, ...payments, own, isSent })
    for (const { account: signer, signingIndexes } of inputsToSign)
      bytes = await (await stillMayUse(signer)).signPsbt(bytes, signingIndexes)
    return bytes
  }

  const signTransaction = (...inputs: readonly SignInput[]) =>
    face.logged('bitcoin:signTransaction', inputs, async () => {
      const outputs = []
      for (const input of inputs) outputs.push({ signedPsbt: await sign('bitcoin:signTransaction', input, false) })
      return outputs
    })

  const sendingFeature = broadcast && {
    [sending]: {
      version: '1.0.0' as const,
      signAndSendTransaction: (...inputs: readonly SignInput[]) =>
        face.logged(sending, inputs, async () => {
          const { finalHex } = await import('./signPsbt.ts')
          const outputs = []
          for (const input of inputs) {
            const signed = await sign(sending, input, true)
            if (!session.get().online) throw providerError('chain_disconnected')
            outputs.push({ txId: await broadcast(finalHex(signed)) })
          }
          return outputs
        }),
    },
  }

  return Object.freeze({
    version: '1.0.0' as const,
    name: options.name,
    icon: options.icon,
    chains: [known],
    get accounts() {
      return face.accounts()
    },
    features: Object.freeze({
      'bitcoin:connect': {
        version: '1.0.0' as const,
        connect: (input?: { purposes?: readonly Purpose[] }) => face.connect('bitcoin:connect', { ...input }),
      },
      'standard:connect': {
        version: '1.0.0' as const,
        connect: (input?: { silent?: boolean }) => face.connect('standard:connect', input),
      },
      'standard:disconnect': { version: '1.0.0' as const, disconnect: face.disconnect },
      'standard:events': { version: '1.0.0' as const, on: face.on },
      'bitcoin:signMessage': { version: '1.0.0' as const, signMessage },
      'bitcoin:signTransaction': { version: '1.0.0' as const, signTransaction },
      ...sendingFeature,
    }),
  })
}
