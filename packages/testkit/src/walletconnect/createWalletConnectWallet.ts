import { generateKey } from '@billfold/protocol/wc/keys'
import type { SessionNamespaces } from '@billfold/protocol/wc/namespaces'
import type { PeerMetadata } from '@billfold/protocol/wc/peer'
import { signRelayJwt } from '@billfold/protocol/wc/relayJwt'
import { lifetimes } from '@billfold/protocol/wc/session'
import { parsePairingUri } from '@billfold/protocol/wc/uri'
import { wcErrors } from '@billfold/protocol/wc/wcErrors'
import { esploraOf } from '../bitcoin/esploraOf.ts'
import type { Accounts } from '../keyring.ts'
import { providerError } from '../providerError.ts'
import { postJson, type RpcTransport, requestRpc } from '../requestRpc.ts'
import { solanaRpc } from '../solana/solanaRpc.ts'
import type { Remember, WalletChain } from '../walletSession.ts'
import type { Signing } from './answerRequest.ts'
import type { Asking, WalletConnectSession } from './askings.ts'
import { endSession } from './endSession.ts'
import { followLink } from './followLink.ts'
import { onSiteMessage } from './onSiteMessage.ts'
import { createRelayLink } from './relayLink.ts'
import { supportedNamespaces } from './supportedNamespaces.ts'
import { createWalletKeys } from './walletKeys.ts'
import type { WalletConnectEvent, WalletParts, WalletPolicy } from './walletParts.ts'
import { createWalletPeers } from './walletPeers.ts'
import { createWalletStore } from './walletStore.ts'

/** The wallet's relay, chains and keys, and how it behaves. */
export type WalletConnectWalletOptions = {
  /** The relay's address, `ws://…` or `wss://…`. */
  relayUrl: string
  /** The project that the relay knows the wallet by; `testkit` by default. */
  projectId?: string
  /** Metadata for sites; the name is `Pocket Wallet` by default. */
  metadata?: Partial<PeerMetadata>
  /** The EVM chains it can send on. */
  chains?: readonly WalletChain[]
  /** Chains of other families, by CAIP-2 id; by default the mainnets of Solana, Bitcoin and Polkadot. */
  otherChains?: readonly string[]
  /** The nodes of Solana chains it can send on, by CAIP-2 id; it signs for all. */
  solanaRpcUrls?: Readonly<Record<string, string>>
  /** The Esplora servers of Bitcoin chains it can send on, by CAIP-2 id. */
  esploraUrls?: Readonly<Record<string, string>>
  /** EVM keys or a mnemonic; by default the published test accounts. */
  accounts?: Accounts
  /** The source of the other families' keys; the published mnemonic by default. */
  mnemonic?: string
  /** Which account number of each family it uses. */
  accountIndex?: number
  /** How sessions and requests are answered: automatically, or by you; `'approve'` by default. */
  policy?: WalletPolicy
  /** Whether it knows one-click sign-in; a wallet that does not takes the plain proposal. */
  signIn?: boolean
  /** Storage of its sessions across reloads. */
  remember?: Remember
  /**
   * Timeout for the relay and for the proposal of a link, ten seconds each by default, and for a site's responses,
   * thirty.
   */
  patienceMs?: number
  /** The transport to chains; fetch by default. */
  transport?: RpcTransport
}

/** A WalletConnect wallet and what the person who holds it can do. */
export type WalletConnectWallet = {
  /**
   * Follows a pairing link, and resolves once the site's proposal has arrived; its request comes as `asked`, or the
   * policy answers it. Rejects with a sentence if the relay is unreachable or carries no proposal.
   */
  pair(uri: string): Promise<void>
  /** Pending prompts, oldest first. */
  pending(): readonly Asking[]
  /** The sessions that hold now. */
  sessions(): readonly WalletConnectSession[]
  /** Changes how sessions and requests are answered. */
  policy(policy: WalletPolicy): void
  /** Calls back on everything that happens; returns how to stop. */
  on(listener: (event: WalletConnectEvent) => void): () => void
  /** The next event of a kind. */
  next<T extends WalletConnectEvent['type']>(type: T): Promise<Extract<WalletConnectEvent, { type: T }>>
  /** All it would grant. */
  supported(): Promise<SessionNamespaces>
  /** The wallet's address on a chain, by CAIP-2 id. */
  address(chain: string): Promise<string>
  /** Sends a site an event, such as `accountsChanged`. */
  emit(topic: string, event: { name: string; data: unknown }, chainId: string): Promise<void>
  /** Changes what a session grants. */
  update(topic: string, namespaces: SessionNamespaces): Promise<void>
  /** Prolongs a session by a week. */
  extend(topic: string): Promise<void>
  /** Pings a site; resolves when it responds. */
  ping(topic: string): Promise<void>
  /** Ends a session, and tells the site. */
  disconnect(topic: string): Promise<void>
  /** Cuts the connection to the relay as a bad network would. */
  cut(): void
  /** Closes the connection to the relay for good. */
  close(): void
}

/** The mainnets of the families besides EVM, by CAIP-2 id. */
export const mainnets = {
  solana: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  bip122: 'bip122:000000000019d6689c085ae165831e93',
  polkadot: 'polkadot:91b171bb158e2d3848fa23a9f1c25182',
} as const

const now = () => Math.floor(Date.now() / 1000)

/** A wallet on the other side of WalletConnect, with real keys of four families: for tests, and for a page that plays a phone. */
export function createWalletConnectWallet(options: WalletConnectWalletOptions): WalletConnectWallet {
  const { relayUrl, projectId = 'testkit', chains = [], transport = postJson, signIn = true } = options
  if (!/^wss?:\/\//.test(relayUrl)) throw providerError('invalid_input', 'relayUrl must be a ws:// or wss:// address')
  const metadata: PeerMetadata = {
    name: 'Pocket Wallet',
    description: 'A wallet for tests',
    url: 'https://wallet.billfold.dev',
    icons: [],
    ...options.metadata,
  }
  const keys = createWalletKeys({ ...options, index: options.accountIndex })
  const subject = generateKey()
  const listeners = new Set<Listener>()
  const pending = new Map<number, Asking>()
  const store = createWalletStore(options.remember, `testkit.walletconnect.${options.accountIndex ?? 0}`, now)
  const tell = (event: WalletConnectEvent) => {
    for (const listener of [...listeners]) listener(event)
  }
  const url = () => {
    const address = new URL(relayUrl)
    address.searchParams.set('auth', signRelayJwt({ seed: store.seed, audience: relayUrl, subject, issuedAt: now() }))
    address.searchParams.set('projectId', projectId)
    return address.href
  }
  const link = createRelayLink({
    url,
    received: (topic, message) => peers.receive(topic, message),
    onOpen: (isOpen) => tell({ type: 'relay', isOpen }),
  })
  const signing: Signing = {
    keys,
    chains,
    rpc: (chain, method, params) => requestRpc(chain.rpcUrl, method, params, transport),
    solanaRpc: options.solanaRpcUrls && solanaRpc(options.solanaRpcUrls, transport),
    esplora: options.esploraUrls && esploraOf(options.esploraUrls, transport),
  }
  const wallet: WalletParts = {
    metadata,
    signing,
    link,
    store,
    pending,
    signInTopics: new Set(),
    awaited: new Map(),
    tell,
    now,
    policy: options.policy ?? 'approve',
    supported: supportedNamespaces(signing, [
      ...chains.map(({ id }) => `eip155:${id}`),
      ...(options.otherChains ?? Object.values(mainnets)),
    ]),
    peers: () => peers,
  }
  const peers = createWalletPeers({
    link: () => link,
    hear: (message) => onSiteMessage(wallet, message),
    answerMs: options.patienceMs ?? 30_000,
  })
  for (const { topic, symKey } of store.all())
    peers.join(topic, symKey).catch((e: unknown) => console.error('A session waits for the relay:', e))

  const own = (topic: string): WalletConnectSession => {
    const session = store.get(topic)
    if (!session) throw providerError('unauthorized', 'The wallet has no such session')
    return session
  }
  const change = (session: WalletConnectSession) => {
    store.set(session)
    tell({ type: 'changed', session })
  }

  return {
    async pair(uri) {
      const { topic, symKey, methods, expiryTimestamp = Number.POSITIVE_INFINITY } = parsePairingUri(uri)
      if (expiryTimestamp <= now())
        throw providerError('invalid_input', 'This link expired. Get a new one from the site')
      if (signIn && methods?.includes('wc_sessionAuthenticate')) wallet.signInTopics.add(topic)
      await followLink(wallet, { topic, symKey, patienceMs: options.patienceMs ?? 10_000 })
    },
    pending: () => [...pending.values()],
    sessions: store.all,
    policy(policy) {
      wallet.policy = policy
    },
    on(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    next: (type) => nextEvent(listeners, type),
    supported: () => wallet.supported,
    address: keys.addressOn,
    async emit(topic, event, chainId) {
      own(topic)
      // Some sites never acknowledge it: it counts as sent once the relay has it.
      await peers.tell(topic, 'wc_sessionEvent', { event, chainId })
    },
    async update(topic, namespaces) {
      const session = own(topic)
      await peers.ask(topic, 'wc_sessionUpdate', { namespaces })
      change({ ...session, namespaces })
    },
    async extend(topic) {
      const session = own(topic)
      await peers.ask(topic, 'wc_sessionExtend', {})
      change({ ...session, expiry: now() + lifetimes.session })
    },
    async ping(topic) {
      own(topic)
      await peers.ask(topic, 'wc_sessionPing', {})
    },
    async disconnect(topic) {
      own(topic)
      await peers.tell(topic, 'wc_sessionDelete', wcErrors.user_disconnected)
      endSession(wallet, topic, 'wallet')
    },
    cut: link.cut,
    close: link.close,
  }
}

type Listener = (event: WalletConnectEvent) => void

/** The next event of a type. */
const nextEvent = (listeners: Set<Listener>, type: WalletConnectEvent['type']): Promise<never> =>
  new Promise((done) => {
    const listener: Listener = (event) => {
      if (event.type !== type) return
      listeners.delete(listener)
      done(event as never)
    }
    listeners.add(listener)
  })
