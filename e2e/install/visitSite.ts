import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { installInPage } from '@billfold/testkit/playwright'
import { sharedChromium } from '@billfold/testkit/test/sharedChromium'

/** A file that a page fetched: its name without the hash, and its weight in bytes of gzip. */
type FetchedFile = { name: string; bytes: number }

/** The scripts that each step of a visit fetched. */
export type Visit = { page: FetchedFile[]; dialog: FetchedFile[]; account: FetchedFile[] }

/**
 * Opens the dialog of a built page, connects the test kit's wallet and looks at the account. Views are fetched ahead
 * unless the visitor `savesData`: what an account needs can be counted only without them.
 */
export async function visitSite(files: ReadonlyMap<string, string>, savesData: boolean): Promise<Visit> {
  const site = await serveSite(files)
  const weights = new Map([...files].map(([name, text]) => [`/${name}`, gzipSync(text, { level: 9 }).length]))
  const context = await (await sharedChromium()).newContext()
  try {
    if (savesData)
      await context.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }))
    const page = await context.newPage()
    let fetched: FetchedFile[] = []
    page.on('request', (request) => {
      const { pathname } = new URL(request.url())
      const bytes = weights.get(pathname)
      if (pathname.endsWith('.js') && bytes !== undefined) fetched.push({ name: nameOf(pathname), bytes })
    })
    const step = async (act: () => Promise<unknown>) => {
      fetched = []
      await act()
      return fetched
    }
    await installInPage(page, { chains: [{ id: 1, name: 'Ethereum', rpcUrl: `${site.url}/rpc` }] })
    return {
      page: await step(async () => {
        // While the page is idle it fetches the dialog's first file, and then what comes last: a developer's advice.
        const last = page.waitForResponse(/\/adviseDeveloper-/)
        await page.goto(site.url)
        await last
      }),
      dialog: await step(async () => {
        const nextViews = savesData ? undefined : page.waitForResponse(/\/connecting-/)
        await page.getByTestId('connect-button').click()
        await page.getByTestId(/^wallet-selector-dev/).waitFor()
        await nextViews
      }),
      account: await step(async () => {
        await page.getByTestId(/^wallet-selector-dev/).click()
        await page.getByTestId('account-button').click()
        await page.getByTestId('account-total').waitFor()
      }),
    }
  } finally {
    await context.close()
    await site.close()
  }
}

/** Serves a built page, an API that knows one balance and no wallets, and a node. */
async function serveSite(files: ReadonlyMap<string, string>) {
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    const file = files.get(pathname === '/' ? 'index.html' : pathname.slice(1))
    if (file !== undefined) {
      response.setHeader('content-type', pathname.endsWith('.js') ? 'text/javascript' : 'text/html').end(file)
      return
    }
    let body = ''
    for await (const chunk of request) body += chunk
    const reply = pathname === '/rpc' ? answerRpc(body) : replies[pathname.replace(/0x\w+/, ':address')]
    if (reply) response.setHeader('content-type', 'application/json').end(JSON.stringify(reply))
    else response.writeHead(404).end()
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    close: () => new Promise((closed) => server.close(closed)),
  }
}

const nameOf = (path: string) => path.replace(/^.*\//, '').replace(/(-[\w-]{8}){1,2}\.js$/, '')

const replies: Readonly<Record<string, unknown>> = {
  '/getWallets': { data: [], count: 0 },
  '/getAnalyticsConfig': { isAnalyticsEnabled: false },
  '/v1/supported-chains': { http: ['eip155:1'], ws: [] },
  '/v1/onramp/providers': { providers: [], countries: [] },
  '/v1/identity/:address': {},
  '/v1/account/:address/balance': {
    balances: [
      {
        name: 'Ether',
        symbol: 'ETH',
        chainId: 'eip155:1',
        value: 4200,
        price: 1000,
        quantity: { decimals: '18', numeric: '4.2' },
        iconUrl: '',
      },
    ],
  },
}

function answerRpc(body: string): unknown {
  const calls = JSON.parse(body)
  const answer = ({ id, method }: { id: number; method: string }) => ({
    jsonrpc: '2.0',
    id,
    result: method === 'eth_chainId' ? '0x1' : '0x0',
  })
  return Array.isArray(calls) ? calls.map(answer) : answer(calls)
}
