import { type BitcoinNetwork, bitcoinNetworks } from '@billfold/protocol/bitcoin/bitcoinNetworks'
import { cleanIcon, cleanText } from '@billfold/protocol/cleanText'
import type { Kit } from '../../kit.ts'
import type { Connector, ConnectorInfo, Search } from '../../model/connector.ts'
import type { Ports } from '../../ports/ports.ts'
import { lazyConnector } from '../lazyConnector.ts'
import type { BitcoinDialect } from './bitcoinDialect.ts'
import { isBitcoinWallet, type StandardBitcoinWallet } from './standardBitcoinWallet.ts'

type Load = () => Promise<BitcoinDialect>
type OnConnector = (connector: Connector) => void

/** OKX has a provider per network; the page's first Bitcoin network selects one. */
const okxNames: Readonly<Record<string, string>> = {
  BITCOIN_MAINNET: 'bitcoin',
  BITCOIN_TESTNET: 'bitcoinTestnet',
  BITCOIN_SIGNET: 'bitcoinSignet',
}
/** The format of a WBIP004 path: names separated by dots. */
const providerPath = /^[A-Za-z_$][\w$]{0,60}(?:\.[A-Za-z_$][\w$]{0,60}){0,3}$/

/**
 * Finds the page's Bitcoin wallets: Wallet Standard wallets with `bitcoin:connect`, those listed by WBIP004
 * (`btc_providers`: Xverse, Leather and others), and UniSat and OKX by their globals.
 */
export function bitcoinWallets({ ports, store }: Pick<Kit, 'ports' | 'store'>, onConnector: OnConnector): Search {
  const { events, global } = ports.page
  const { requested } = store.get().network
  const network = bitcoinNetworks.find(({ id }) => requested.some(({ networkId }) => networkId === id))
  let isStopped = false
  const seen = new Set<string>()
  const see = (info: { name: string; icon?: unknown }, canSwitch: boolean, load: Load) => {
    const name = cleanText(info.name, 40)
    const icon = cleanIcon(info.icon)
    if (isStopped || !name || seen.has(name)) return
    seen.add(name)
    const connectorInfo: ConnectorInfo = {
      id: name,
      name,
      type: 'ANNOUNCED',
      namespace: 'bip122',
      ...(icon ? { icon } : {}),
    }
    const speak = async () =>
      (await import('./bitcoinConnector.ts')).bitcoinConnector(connectorInfo, await load(), ports)
    onConnector(lazyConnector(connectorInfo, { load: speak, canSwitch, log: ports.log }))
  }

  const register = (...wallets: unknown[]) => {
    for (const wallet of wallets) guarded(() => isBitcoinWallet(wallet) && seeStandard(wallet))
    return () => undefined
  }
  const seeStandard = (wallet: StandardBitcoinWallet) =>
    see(wallet, false, async () => (await import('./standardDialect.ts')).standardDialect(wallet))
  const api = Object.freeze({ register })
  const registered = (e: globalThis.Event) => {
    const callback: unknown = (e as CustomEvent).detail
    if (typeof callback === 'function') callback(api)
  }
  events.addEventListener('wallet-standard:register-wallet', registered)

  function seeListed() {
    const list = global('btc_providers')
    for (const one of Array.isArray(list) ? list.slice(0, 50) : [])
      guarded(() => {
        const { id, name, icon } = one as { id?: unknown; name?: unknown; icon?: unknown }
        const provider = typeof id === 'string' ? providerAt(global, id) : undefined
        if (typeof name !== 'string' || !isAskable(provider)) return
        const isLeather = id === 'LeatherProvider'
        see({ name, icon }, false, async () => (await import('./satsDialect.ts')).satsDialect(provider, isLeather))
      })
  }

  function seeByName() {
    const unisat = global('unisat_wallet') ?? global('unisat')
    if (isObject(unisat))
      see({ name: 'UniSat' }, true, async () => (await import('./unisatDialect.ts')).unisatDialect(unisat))
    const okx = okxProvider(global('okxwallet'), network)
    if (okx)
      see({ name: 'OKX Wallet', icon: okx.icon }, false, async () =>
        (await import('./unisatDialect.ts')).unisatDialect(okx.provider, network?.id),
      )
  }

  return {
    ask() {
      guarded(seeListed)
      guarded(seeByName)
      events.dispatchEvent(new CustomEvent('wallet-standard:app-ready', { detail: api }))
    },
    stop() {
      isStopped = true
      events.removeEventListener('wallet-standard:register-wallet', registered)
    },
  }
}

/** Skip untrusted objects that throw on access. */
function guarded(look: () => unknown): void {
  try {
    look()
  } catch {
    // Not a wallet.
  }
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
const isAskable = (value: unknown): value is { request(method: string, params?: unknown): Promise<unknown> } =>
  isObject(value) && typeof value.request === 'function'

/** The object at a dotted path of the window. */
function providerAt(global: Ports['page']['global'], path: string): unknown {
  if (!providerPath.test(path)) return undefined
  const [first = '', ...rest] = path.split('.')
  let at = global(first)
  for (const name of rest) at = isObject(at) ? at[name] : undefined
  return at
}

function okxProvider(wallet: unknown, network: BitcoinNetwork | undefined) {
  const provider = isObject(wallet) ? wallet[okxNames[network?.names.unisat ?? ''] ?? ''] : undefined
  if (!isObject(provider)) return undefined
  const { cardano } = wallet as { cardano?: { icon?: unknown } }
  return { provider, icon: cardano?.icon }
}
