import { type SignInText, writeSignIn } from '@billfold/protocol/signin/signInText'
import type { LoggedRequest } from '../createProvider.ts'
import { providerError } from '../providerError.ts'
import { standardFace } from '../standardFace.ts'
import { confirm, type WalletContext } from '../walletContext.ts'
import { describeForWindow } from './describeForWindow.ts'
import type { SolanaKey } from './ed25519.ts'
import { type SendOptions, type SolanaRpc, sendSolanaTransaction } from './sendSolanaTransaction.ts'
import { parseSolanaTransaction, signSolanaTransaction } from './signSolanaTransaction.ts'

/** An account as the Wallet Standard describes it. */
export type StandardAccount = {
  readonly address: string
  readonly publicKey: Uint8Array
  readonly chains: readonly ChainName[]
  readonly features: readonly ChainName[]
}

type ChainName = `${string}:${string}`
type SignMessageInput = { account: StandardAccount; message: Uint8Array }
/** A site's sign-in request; the standard has more optional fields than this wallet. */
type SignInInput = Partial<Omit<SignInText, 'label'>>
type SignInput = { account: StandardAccount; transaction: Uint8Array; chain?: ChainName }
type SendInput = SignInput & { chain: ChainName; options?: SendOptions }

export type SolanaWalletOptions = {
  name: string
  icon: string
  chains: readonly ChainName[]
  key: (index: number) => Promise<SolanaKey>
  /** Asks a chain's node; absent for a wallet that signs and does not send. */
  rpc?: ((chain: ChainName) => SolanaRpc) | undefined
}

const versions = ['legacy', 0] as const
const signing = ['solana:signMessage', 'solana:signTransaction'] as const
const sending = 'solana:signAndSendTransaction'

/** The wallet's Solana face: a Wallet Standard object that connects, tells of changes, and signs messages and transactions. */
export function createSolanaWallet(context: WalletContext, log: LoggedRequest[], options: SolanaWalletOptions) {
  const { session } = context
  const network = named(options.chains)
  const accountFeatures: readonly ChainName[] = options.rpc ? [...signing, sending] : signing
  const face = standardFace<StandardAccount>(context, log, { family: 'solana', network, share })
  const { logged } = face

  async function share(index: number) {
    const { address, publicKey } = await options.key(index)
    return [Object.freeze({ address, publicKey, chains: options.chains, features: accountFeatures })]
  }

  /** The key of an account, if this site may use it now: asked before a person is, and after. */
  async function keyOf({ address }: StandardAccount, refusal: string): Promise<SolanaKey> {
    const key = await options.key(session.get().accountIndex)
    if (!session.get().connected.solana || key.address !== address) throw providerError('unauthorized', refusal)
    return key
  }
  const mayUse = (account: StandardAccount) => keyOf(account, 'This site may not use this account')
  const stillMayUse = (account: StandardAccount) => keyOf(account, 'The account was changed in the wallet')

  const signMessage = (...inputs: readonly SignMessageInput[]) =>
    logged('solana:signMessage', inputs, async () => {
      const outputs = []
      for (const { account, message } of inputs) {
        await mayUse(account)
        // Copied: the page may change its array between prompt and signature.
        const bytes = Uint8Array.from(message)
        await confirm(context, 'solana:signMessage', { kind: 'message', account: account.address, network, bytes })
        const key = await stillMayUse(account)
        outputs.push({ signedMessage: bytes, signature: await key.sign(bytes), signatureType: 'ed25519' as const })
      }
      return outputs
    })

  /** Sign In With Solana: the wallet writes the text itself, by what the site says and what it knows. */
  const signIn = (...inputs: readonly SignInInput[]) =>
    logged('solana:signIn', inputs, async () => {
      const outputs = []
      for (const input of inputs) {
        const account = face.accounts().find(({ address }) => !input.address || address === input.address)
        if (!account) throw providerError('unauthorized', 'This site may not use this account')
        await mayUse(account)
        const bytes = signInBytes(input, context.origin(), account.address)
        await confirm(context, 'solana:signIn', { kind: 'message', account: account.address, network, bytes })
        const key = await stillMayUse(account)
        outputs.push({
          account,
          signedMessage: bytes,
          signature: await key.sign(bytes),
          signatureType: 'ed25519' as const,
        })
      }
      return outputs
    })

  /** Asks about transactions, one after the other, and signs those that were agreed to. */
  async function sign(method: string, { account, transaction, chain }: SignInput, isSent: boolean) {
    await mayUse(account)
    if (chain && !options.chains.includes(chain))
      throw providerError('chain_unknown', `The wallet does not know ${chain}`)
    const bytes = transaction instanceof Uint8Array ? Uint8Array.from(transaction) : transaction
    parseSolanaTransaction(bytes, account.address)
    const place = chain ?? (options.chains.length === 1 ? options.chains[0] : undefined)
    const isAsked = options.rpc && place && session.get().online
    const description = await describeForWindow(bytes, isAsked ? options.rpc?.(place) : undefined)
    const where = chain ? named([chain]) : network
    const question = { kind: 'instructions', account: account.address, network: where, description, isSent } as const
    await confirm(context, method, question)
    return signSolanaTransaction(await stillMayUse(account), bytes)
  }

  const signTransaction = (...inputs: readonly SignInput[]) =>
    logged('solana:signTransaction', inputs, async () => {
      const outputs = []
      for (const input of inputs)
        outputs.push({ signedTransaction: await sign('solana:signTransaction', input, false) })
      return outputs
    })

  const { rpc } = options
  const sendingFeature = rpc && {
    [sending]: {
      version: '1.0.0' as const,
      supportedTransactionVersions: versions,
      signAndSendTransaction: (...inputs: readonly SendInput[]) =>
        logged(sending, inputs, async () => {
          const outputs = []
          for (const input of inputs) {
            const signed = await sign(sending, input, true)
            if (!session.get().online) throw providerError('chain_disconnected')
            outputs.push({ signature: await sendSolanaTransaction(rpc(input.chain), signed, input.options) })
          }
          return outputs
        }),
    },
  }

  return Object.freeze({
    version: '1.0.0' as const,
    name: options.name,
    icon: options.icon,
    chains: options.chains,
    get accounts() {
      return face.accounts()
    },
    features: Object.freeze({
      'standard:connect': {
        version: '1.0.0' as const,
        connect: (input?: { silent?: boolean }) => face.connect('standard:connect', input),
      },
      'standard:disconnect': { version: '1.0.0' as const, disconnect: face.disconnect },
      'standard:events': { version: '1.0.0' as const, on: face.on },
      'solana:signIn': { version: '1.0.0' as const, signIn },
      'solana:signMessage': { version: '1.1.0' as const, signMessage },
      'solana:signTransaction': { version: '1.0.0' as const, supportedTransactionVersions: versions, signTransaction },
      ...sendingFeature,
    }),
  })
}

const named = (chains: readonly ChainName[]) => `Solana ${chains.map((chain) => chain.split(':')[1]).join(', ')}`

/** The text of a sign-in, in bytes: the site's fields, and the wallet's own if the site leaves them out. */
function signInBytes(input: SignInInput, origin: string, address: string): Uint8Array<ArrayBuffer> {
  const { domain = new URL(origin).host, uri = origin, version = '1' } = input
  const { chainId, nonce, issuedAt } = input
  if (!chainId || !nonce || !issuedAt) throw providerError('invalid_input', 'Say chainId, nonce and issuedAt')
  return new TextEncoder().encode(writeSignIn({ ...input, domain, uri, version, chainId, nonce, issuedAt, address }))
}
