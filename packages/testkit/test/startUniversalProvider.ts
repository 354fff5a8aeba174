import { UniversalProvider } from '@walletconnect/universal-provider'
import { untilReplayed } from './untilReplayed.ts'

process.env.IS_VITEST = 'true' // the SDK's own switch for its calls to its vendor
process.env.DISABLE_GLOBAL_CORE = 'true' // and for sharing one connection between all sites of a process

/** The chains of four families, by family. */
export const four = {
  eip155: 'eip155:31337',
  solana: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  bip122: 'bip122:000000000019d6689c085ae165831e93',
  polkadot: 'polkadot:91b171bb158e2d3848fa23a9f1c25182',
} as const

const methods: Record<keyof typeof four, string[]> = {
  eip155: ['personal_sign', 'eth_sendTransaction', 'eth_signTypedData_v4', 'eth_sign'],
  solana: ['solana_signMessage'],
  bip122: ['signMessage', 'getAccountAddresses'],
  polkadot: ['polkadot_signMessage'],
}

/** Namespaces of a site with four families. Nothing may leave this machine: requests outside a session go nowhere. */
export const askedOf = (families = Object.keys(four) as (keyof typeof four)[]) =>
  Object.fromEntries(
    families.map((family) => [
      family,
      {
        chains: [four[family]],
        methods: methods[family],
        events: ['chainChanged', 'accountsChanged'],
        rpcMap: { [four[family].split(':')[1] as string]: 'http://127.0.0.1:9' },
      },
    ]),
  )

/** A site's storage as the SDK wants it: what was kept in it is there for the page opened again, and for another tab. */
export function siteStorage() {
  const kept = new Map<string, string>()
  const read = <T>(text: string | undefined) => (text === undefined ? undefined : (JSON.parse(text) as T))
  return {
    getKeys: async () => [...kept.keys()],
    getEntries: async <T>() => [...kept].map(([key, text]) => [key, read<T>(text)!] as [string, T]),
    getItem: async <T>(key: string) => read<T>(kept.get(key)),
    setItem: async <T>(key: string, value: T) => void kept.set(key, JSON.stringify(value)),
    removeItem: async (key: string) => void kept.delete(key),
  }
}

/** The SDK most sites use, as a site. */
export async function startUniversalProvider(relayUrl: string, storage = siteStorage()) {
  const dapp = await UniversalProvider.init({
    projectId: 'test',
    relayUrl,
    telemetryEnabled: false,
    logger: 'silent',
    storage,
    disableProviderPing: true,
    metadata: { name: 'Other people’s site', description: '', url: 'http://localhost', icons: [] },
  })
  await untilReplayed()
  return {
    dapp,
    /** The next time something happens, by its name. */
    next: <T>(name: string) =>
      new Promise<T>(
        (done) => void (dapp.client as never as { once(n: string, f: (v: T) => void): void }).once(name, done),
      ),
    uri: () => new Promise<string>((done) => void dapp.once('display_uri', done)),
    close: async () => {
      dapp.client.core.heartbeat.stop()
      await dapp.client.core.relayer.transportClose()
    },
  }
}
