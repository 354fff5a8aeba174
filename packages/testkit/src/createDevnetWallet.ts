import type { Address, Hex } from 'viem'
import { announceProvider } from './announceProvider.ts'
import { type Ask, createApprovals, type PendingRequest, type Policy, type PolicyMap } from './approvals.ts'
import { bitcoinFace } from './bitcoin/bitcoinFace.ts'
import { createProvider, type Eip1193Provider, type LoggedRequest } from './createProvider.ts'
import { createEventHub } from './eventHub.ts'
import { type Accounts, createKeyring, publishedMnemonic } from './keyring.ts'
import { endSubscriptions } from './methods/subscriptions.ts'
import { type PolkadotOptions, polkadotFace } from './polkadot/polkadotFace.ts'
import { providerError } from './providerError.ts'
import { registerWallet } from './registerWallet.ts'
import { postJson, type RpcTransport, requestRpc } from './requestRpc.ts'
import { createSolanaWallet } from './solana/createSolanaWallet.ts'
import { createSolanaKeys } from './solana/solanaKeys.ts'
import { solanaRpc } from './solana/solanaRpc.ts'
import type { WalletContext } from './walletContext.ts'
import { walletIcon } from './walletIcon.ts'
import { createWalletSession, type Remember, type WalletChain } from './walletSession.ts'
import { customEvent, type WalletWindow } from './walletWindow.ts'
import { confirmationWindow } from './window/confirmationWindow.ts'

/** The wallet's chains and keys, and how it behaves. */
export type DevnetWalletOptions = {
  /** The wallet's name; `Devnet Wallet` by default. */
  name?: string
  /** The wallet's EIP-6963 id; `dev.billfold.devnet` by default. */
  rdns?: string
  /** A data URI. */
  /** The wallet's icon, as a data URI; our own by default. */
  icon?: string
  /** The EIP-6963 session id; random by default. */
  uuid?: string
  /** The chains the wallet knows; it starts on the first. */
  chains: readonly [WalletChain, ...WalletChain[]] | readonly WalletChain[]
  /** Private keys or a mnemonic; by default the ten published test accounts. */
  accounts?: Accounts
  /**
   * 32-byte seeds or a mnemonic, and the chains they are good for; false for an EVM-only wallet. With `rpcUrls`, by chain,
   * the wallet also sends what it signs (`solana:signAndSendTransaction`).
   */
  solana?:
    | false
    | {
        seeds?: readonly Hex[]
        mnemonic?: string
        chains?: readonly `${string}:${string}`[]
        rpcUrls?: Readonly<Record<`${string}:${string}`, string>>
      }
  /**
   * The Bitcoin network that the wallet's accounts are of, from a mnemonic; without it the wallet has none. With `esploraUrl` it also
   * sends what it signs (`bitcoin:signAndSendTransaction`).
   */
  bitcoin?: { chain: `bip122:${string}`; mnemonic?: string; esploraUrl?: string } | undefined
  /** The Polkadot chain that the wallet signs on, with keys of a mnemonic; without it the wallet has none. */
  polkadot?: PolkadotOptions | undefined
  /**
   * A contract with `executeBatch((address,uint256,bytes)[])` on the wallet's chains, such as Simple7702Account: accounts run its
   * code (EIP-7702) for bundles of calls, which are then one transaction. Without it they go out one after the other.
   */
  accountCode?: Address
  /** The response to requests that need a person; `'approve'` by default. */
  policy?: Policy | PolicyMap
  /** Also sets `window.ethereum`. */
  legacyInjected?: boolean
  /** Storage of connections across reloads. */
  remember?: Remember
  /** Appears only after this time, as an extension that has to wake up. */
  announceDelayMs?: number
  /** Whether a test can look into the confirmation window. Open by default: this wallet has nothing to protect. */
  shadow?: 'open' | 'closed'
  /** The transport to chains; fetch by default. */
  transport?: RpcTransport
}

/** The wallet, and what a test or the person behind it can do to it. */
export type DevnetWallet = {
  /** The wallet's EIP-1193 provider, as sites get it. */
  readonly provider: Eip1193Provider
  /** Everything sites asked, oldest first. */
  readonly requests: readonly LoggedRequest[]
  /** Makes the wallet appear in a window; returns how to make it vanish. */
  install(window: WalletWindow): () => void
  /** One policy for all, or a map by method (`'*'` for the rest) on top of what holds. */
  policy(policy: Policy | PolicyMap): void
  /** Approves the oldest pending request, otherwise the next one. */
  approveNext(): void
  /** Rejects the oldest pending request, otherwise the next one. */
  rejectNext(): void
  /** Fails the next request to `method`, or without one the next that needs a person. */
  failNext(code: number, message: string, method?: string): void
  /** The requests that wait for an answer. */
  pending(): readonly PendingRequest[]
  /** Locks the wallet: sites see no account, and requests wait. */
  lock(): void
  /** Unlocks the wallet; pending requests continue. */
  unlock(): void
  /** As if the person chose another account in the wallet. */
  switchAccount(index: number): void
  /** As if the person chose another chain in the wallet. */
  switchChain(id: number): void
  /** As if the person removed the site in the wallet. */
  disconnect(): void
  /** Cuts the wallet off from, or brings it back to, all its chains. */
  setOnline(online: boolean): void
}

/** A wallet with real keys on real chains that tests and demos control. */
export function createDevnetWallet(options: DevnetWalletOptions): DevnetWallet {
  const [first] = options.chains
  if (!first) throw providerError('invalid_input', 'A wallet needs at least one chain')
  const { name = 'Devnet Wallet', rdns = 'dev.billfold.devnet', icon = walletIcon, remember } = options
  const accounts = options.accounts ?? { mnemonic: publishedMnemonic }
  const transport = options.transport ?? postJson
  const requests: LoggedRequest[] = []
  let installed: WalletWindow | undefined
  let ask: Ask | undefined

  const session = createWalletSession(
    {
      chains: options.chains,
      chainId: first.id,
      accountIndex: 0,
      locked: false,
      online: true,
      connected: {},
    },
    remember && { storage: remember, key: `${rdns}.state` },
  )
  const origin = () => installed?.location?.origin ?? 'null'
  const approvals = createApprovals({ policy: options.policy ?? 'approve', origin, ask: () => ask })
  const keyring = createKeyring(accounts)
  if (session.get().accountIndex >= keyring.size) session.set({ accountIndex: 0 })
  const rpc: WalletContext['rpc'] = (chain, method, params) => requestRpc(chain.rpcUrl, method, params, transport)
  const hub = createEventHub()
  const { accountCode } = options
  const context: WalletContext = { session, approvals, keyring, origin, rpc, accountCode, emit: hub.emit }
  const { provider, announceConnection } = createProvider(context, hub, requests)
  const solana = options.solana !== false && {
    ...createSolanaKeys(options.solana?.seeds ?? { mnemonic: options.solana?.mnemonic ?? publishedMnemonic }),
    chains: options.solana?.chains ?? (['solana:localnet'] as const),
    rpc: options.solana?.rpcUrls && solanaRpc(options.solana.rpcUrls, transport),
  }
  const solanaWallet = solana && createSolanaWallet(context, requests, { name, icon, ...solana })

  const bitcoinWallet = options.bitcoin && bitcoinFace(context, requests, { name, icon, transport, ...options.bitcoin })
  const polkadotWallet = options.polkadot && polkadotFace(context, requests, { name, transport, ...options.polkadot })

  function appear(window: WalletWindow): () => void {
    const info = { uuid: options.uuid ?? randomUuid(), name, icon, rdns }
    const undo = [announceProvider(window, info, provider)]
    if (options.legacyInjected) undo.push(setLegacyProvider(window, provider))
    if (solanaWallet) undo.push(registerWallet(window, solanaWallet))
    if (bitcoinWallet) undo.push(registerWallet(window, bitcoinWallet))
    if (polkadotWallet) undo.push(polkadotWallet.install(window))
    announceConnection()
    return () => {
      for (const step of undo) step()
    }
  }

  return {
    provider,
    requests,
    install(window) {
      if (installed) throw providerError('invalid_request', 'The wallet is already installed in a window')
      installed = window
      if (window.document)
        ask = confirmationWindow({ document: window.document, name, shadow: options.shadow ?? 'open' })
      let vanish = () => {}
      const { announceDelayMs } = options
      const timer = announceDelayMs ? setTimeout(() => (vanish = appear(window)), announceDelayMs) : undefined
      if (!announceDelayMs) vanish = appear(window)
      return () => {
        clearTimeout(timer)
        vanish()
        approvals.rejectAll()
        endSubscriptions(context)
        installed = ask = undefined
      }
    },
    policy: approvals.policy,
    approveNext: approvals.approveNext,
    rejectNext: approvals.rejectNext,
    failNext: approvals.failNext,
    pending: approvals.pending,
    lock: () => session.set({ locked: true }),
    unlock() {
      session.set({ locked: false })
      approvals.answerAll('unlock', true)
    },
    switchAccount(index) {
      if (!(Number.isInteger(index) && index >= 0 && index < keyring.size))
        throw providerError('invalid_input', `The wallet has accounts 0 to ${keyring.size - 1}, not ${index}`)
      session.set({ accountIndex: index })
    },
    switchChain(id) {
      if (!session.findChain(id)) throw providerError('chain_unknown', `The wallet does not know chain ${id}`)
      session.set({ chainId: id })
    },
    disconnect() {
      // Pending requests relied on a revoked permission.
      approvals.rejectAll()
      session.set({ connected: {} })
    },
    setOnline: (online) => session.set({ online }),
  }
}

// Not crypto.randomUUID: browsers have it only on https and localhost.
function randomUuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = (bytes[6]! & 0x0f) | 0x40
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/** Puts the provider where sites looked before EIP-6963: `window.ethereum`. Returns how to put back what was there. */
function setLegacyProvider(window: WalletWindow, provider: Eip1193Provider): () => void {
  const before = Object.getOwnPropertyDescriptor(window, 'ethereum')
  // Non-configurable means another wallet claimed it for good; real extensions back off too.
  if (before && !before.configurable) return () => {}
  Object.defineProperty(window, 'ethereum', { value: provider, configurable: true, writable: true, enumerable: true })
  window.dispatchEvent(customEvent(window, 'ethereum#initialized'))
  return () => {
    if ((window as { ethereum?: unknown }).ethereum !== provider) return
    if (before) Object.defineProperty(window, 'ethereum', before)
    else Reflect.deleteProperty(window, 'ethereum')
  }
}
