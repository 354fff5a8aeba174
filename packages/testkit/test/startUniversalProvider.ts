import { UniversalProvider } from '@walletconnect/universal-provider'

process.env.IS_VITEST = 'true' // the SDK's own switch for its calls to its vendor

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

/** What a site of four families asks for. Nothing may leave this machine: what a session does not serve goes nowhere. */
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

/** The SDK most sites use, as a site. */
export async function startUniversalProvider(relayUrl: string) {
  const dapp = await UniversalProvider.init({
    projectId: 'test',
    relayUrl,
    telemetryEnabled: false,
    logger: 'silent',
    customStoragePrefix: crypto.randomUUID(),
    storageOptions: { database: ':memory:' },
    disableProviderPing: true,
    metadata: { name: 'Other people’s site', description: '', url: 'http://localhost', icons: [] },
  })
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
