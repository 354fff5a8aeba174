import { cpus, loadavg } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { createKit } from '@billfold/core/createKit'
import { onrampQuoteQuery } from '@billfold/core/features/onramp/onrampQuoteQuery'
import { fakePage } from '@billfold/core/ports/fakePage'
import { fakeStorage } from '@billfold/core/ports/fakeStorage'
import { queriesOf } from '@billfold/core/queries/queriesOf'
import { createChains } from '@billfold/server/chains/createChains'
import { createApp } from '@billfold/server/createApp'
import { createOnramp } from '@billfold/server/onramp/createOnramp'
import type { OnrampProvider } from '@billfold/server/onramp/onrampProvider'
import { appDeps } from '@billfold/server/test/appDeps'
import { listenApp } from '@billfold/server/test/listenApp'
import { ethereum } from '@billfold/server/test/testUpstream'

// node bench/buy.ts [--rounds 20]
// A visitor's wait for the first quote of three providers and for all of them, through the kit's queries, HTTP and the
// server's checks. The providers take the measured times of hosted ones: 180, 420 and 1,300 ms. Exits with code 1 if
// the first does not arrive well before the second provider's: then something waits for all.

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '20' } } })
const rounds = Number(values.rounds)
const latencies = { quick: 180, usual: 420, slow: 1_300 }

const asset = { chainId: 'eip155:1', address: null, symbol: 'ETH', name: 'Ether', decimals: 18 }
const sellers = Object.entries(latencies).map(
  ([id, ms]): OnrampProvider => ({
    ...{ id, name: id, pageOrigins: [], fixesSum: true, lifeMs: 0 },
    offers: async () => ({ assets: [asset], limits: [{ currency: 'USD', method: 'card', min: '1', max: '5000' }] }),
    quote: async ({ currency, method, pays }) => {
      await sleep(ms)
      return {
        ...{ quoteId: null, endsAt: null, asset, currency, method, pays, gets: String(10n ** 16n) },
        ...{ fees: [], arrivesInSeconds: null },
      }
    },
    begin: () => Promise.reject(new Error('The bench buys nothing')),
    status: async () => undefined,
  }),
)

const chains = createChains([ethereum])
const unlimited = { limit: 1_000_000, windowMs: 60_000 }
const deps = appDeps({ chains, clientQuota: unlimited, projectQuota: unlimited })
// Quotes need no database.
deps.onramp = createOnramp({ providers: sellers, countries: [], db: undefined as never, chains, log: deps.log })
const app = createApp({ ...deps, trustProxy: 1 })
// No rate limit applies here: each request has its own caller.
const { url: apiUrl, close } = await listenApp(() => app, { asMany: true })

const kit = createKit({
  ...{ projectId: 'shop', apiUrl },
  networks: [
    {
      ...{ id: 1, name: 'Ethereum', nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 } },
      rpcUrls: { default: { http: ['http://127.0.0.1:1'] } },
    },
  ],
  ports: { page: fakePage().page, storage: fakeStorage().tab() },
} as never)

const middle = (times: number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0
const [first, all]: [number[], number[]] = [[], []]
for (let round = 0; round < rounds; round++) {
  const began = performance.now()
  const requests = Object.keys(latencies).map((provider) =>
    queriesOf(kit).fetchQuery(
      onrampQuoteQuery(kit, { provider, method: 'card', asset, currency: 'USD', pays: `${100 + round}` }),
    ),
  )
  await Promise.any(requests)
  first.push(performance.now() - began)
  await Promise.all(requests)
  all.push(performance.now() - began)
}
const [shown, whole] = [middle(first), middle(all)]
console.log(`${cpus().length} × ${cpus()[0]?.model.trim()}, load ${loadavg()[0]!.toFixed(1)}, ${rounds} rounds`)
console.log(`first quote ${shown.toFixed(0)} ms, all ${whole.toFixed(0)} ms, 1 : ${(whole / shown).toFixed(1)}`)
kit.dispose()
close()
process.exit(shown < latencies.usual ? 0 : 1)
