import type { LoggedRequest } from '../createProvider.ts'
import { createEventHub } from '../eventHub.ts'
import { providerError, toProviderError } from '../providerError.ts'
import { confirm, ensureUnlocked, type WalletContext } from '../walletContext.ts'
import { sharedAccount } from '../walletSession.ts'
import type { SolanaKey } from './ed25519.ts'

/** An account as the Wallet Standard describes it. */
export type StandardAccount = {
  readonly address: string
  readonly publicKey: Uint8Array
  readonly chains: readonly `${string}:${string}`[]
  readonly features: readonly `${string}:${string}`[]
}

type SignMessageInput = { account: StandardAccount; message: Uint8Array }

export type SolanaWalletOptions = {
  name: string
  icon: string
  chains: readonly `${string}:${string}`[]
  key: (index: number) => Promise<SolanaKey>
}

const accountFeatures = ['solana:signMessage'] as const

/** The wallet's Solana face: a Wallet Standard object that connects, tells of changes and signs messages. */
export function createSolanaWallet(context: WalletContext, log: LoggedRequest[], options: SolanaWalletOptions) {
  const { session } = context
  const hub = createEventHub()
  let shared: { index: number; account: StandardAccount; key: SolanaKey } | undefined
  const network = `Solana ${options.chains.map((chain) => chain.split(':')[1]).join(', ')}`
  let settled: Promise<unknown> = Promise.resolve()

  /** Brings what is shared in line with the session; the standard's `accounts` is read without waiting. */
  async function align() {
    const index = sharedAccount(session.get(), 'solana')
    if (index === shared?.index) return
    shared = index === undefined ? undefined : await share(index)
    hub.emit('change', { accounts: accounts() })
  }

  async function share(index: number) {
    const key = await options.key(index)
    const { address, publicKey } = key
    const account = Object.freeze({ address, publicKey, chains: options.chains, features: accountFeatures })
    return { index, key, account }
  }

  const accounts = (): readonly StandardAccount[] => (shared ? [shared.account] : [])
  const sync = () => (settled = settled.then(align, align))
  session.subscribe(sync)

  async function logged<T>(method: string, params: unknown, run: () => Promise<T>): Promise<T> {
    const entry: LoggedRequest = { method, params, status: 'pending' }
    log.push(entry)
    try {
      context.approvals.takeFailure(method)
      const result = await run()
      entry.status = 'answered'
      return result
    } catch (cause) {
      const error = toProviderError(cause)
      Object.assign(entry, { status: 'failed', error: { code: error.code, message: error.message } })
      throw error
    }
  }

  const connect = (input?: { silent?: boolean }) =>
    logged('standard:connect', input, async () => {
      await sync()
      if (!shared && !input?.silent) {
        const { address } = await options.key(session.get().accountIndex)
        if (session.get().connected.solana) await ensureUnlocked(context, 'standard:connect', address)
        else await confirm(context, 'standard:connect', { kind: 'connect', account: address, network })
        session.set({ connected: { ...session.get().connected, solana: true } })
        await sync()
      }
      return { accounts: accounts() }
    })

  const disconnect = () =>
    logged('standard:disconnect', undefined, async () => {
      session.set({ connected: { ...session.get().connected, solana: false } })
      await sync()
    })

  const signMessage = (...inputs: readonly SignMessageInput[]) =>
    logged('solana:signMessage', inputs, async () => {
      const outputs = []
      for (const { account, message } of inputs) {
        if (
          !session.get().connected.solana ||
          account.address !== (await options.key(session.get().accountIndex)).address
        )
          throw providerError('unauthorized', 'This site may not use this account')
        // What was shown is what is signed, even if the page changes its array in the meantime.
        const bytes = Uint8Array.from(message)
        await confirm(context, 'solana:signMessage', { kind: 'message', account: account.address, network, bytes })
        const key = await options.key(session.get().accountIndex)
        if (key.address !== account.address)
          throw providerError('unauthorized', 'The account was changed in the wallet')
        outputs.push({ signedMessage: bytes, signature: await key.sign(bytes), signatureType: 'ed25519' as const })
      }
      return outputs
    })

  return Object.freeze({
    version: '1.0.0' as const,
    name: options.name,
    icon: options.icon,
    chains: options.chains,
    get accounts() {
      return accounts()
    },
    features: Object.freeze({
      'standard:connect': { version: '1.0.0' as const, connect },
      'standard:disconnect': { version: '1.0.0' as const, disconnect },
      'standard:events': {
        version: '1.0.0' as const,
        on(event: 'change', listener: (changed: { accounts: readonly StandardAccount[] }) => void) {
          const heard = listener as (payload: unknown) => void
          hub.on(event, heard)
          return () => hub.off(event, heard)
        },
      },
      'solana:signMessage': { version: '1.1.0' as const, signMessage },
    }),
  })
}
