import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { type Shape, shapeOf } from '@billfold/server/test/shapeOf'
import { nameAddresses, type StockRequest } from '@billfold/server/test/stockRequest'
import type { Exchange, Recording } from './recordTraffic.ts'

// node e2e/dropin/distil.ts <folder>: turns the recordings of `DROPIN_RECORD=<folder> npm run test:drop-in` into the
// fixture that `npm test` replays: every kind of request once for each version, with the common part of all its
// responses.
const fixture = path.join(import.meta.dirname, '../../apps/server/test/stockRequests.jsonl')
const [folder] = process.argv.slice(2)
if (!folder) throw new Error('Name the folder of the recordings.')

const kinds = new Map<string, { first: Exchange; recording: Recording; answers: unknown[] }>()
// Wagmi's come first: a kind that both libraries send is stored in wagmi's form.
const names = (await readdir(folder)).filter((name) => /^\d.*\.json$/.test(name)).sort((a, b) => b.localeCompare(a))
for (const name of names) {
  const recording = JSON.parse(await readFile(path.join(folder, name), 'utf8')) as Recording
  for (const exchange of recording.exchanges) {
    if (!exchange.url.startsWith(recording.api) || exchange.status === undefined) continue
    if (exchange.type === 'application/json' && exchange.answer === undefined) continue
    const kind = `${recording.version} ${kindOf(exchange)}`
    const known = kinds.get(kind) ?? { first: exchange, recording, answers: [] }
    kinds.set(kind, known)
    known.answers.push(exchange.answer)
  }
}
const rows = [...kinds].sort(([a], [b]) => a.localeCompare(b)).map(([, kind]) => JSON.stringify(toRequest(kind)))
await writeFile(fixture, `${rows.join('\n')}\n`)
console.log(`${rows.length} requests in ${fixture}`)

/** Two requests of one kind differ only in their account and their time. */
function kindOf({ method, url, body = '' }: Exchange): string {
  const { pathname, searchParams } = new URL(url)
  const kind = /"method":"(\w+)"/.exec(body) ?? /"event":"([A-Z_]+)"/.exec(body)
  // A call by its target; a batch of reads by its first read.
  const selector = kind?.[1] === 'eth_call' ? (body.match(/"data":"(0x[\da-f]{8})/)?.[1] ?? '') : ''
  const place = pathname.replace(/0x[\da-f]{40}/gi, '').replace(/(get\w+(?:Image|Avatar))\/.*/, '$1')
  return [method, place, [...searchParams.keys()].join(), kind?.[1] ?? '', selector].join(' ')
}

function toRequest({ first, recording, answers }: { first: Exchange; recording: Recording; answers: unknown[] }) {
  const { version, adapter, api, chain } = recording
  const say = (text: string) => nameAddresses(text, chain).replace(/http:\/\/localhost:\d+/g, 'http://localhost:3000')
  const seen = answers.filter((answer) => answer !== undefined)
  const request: StockRequest = {
    by: `${version} ${adapter}`,
    method: first.method,
    path: say(first.url.slice(api.length)).replace(/(\/getWalletImage\/)[\w-]+/, '$1{wallet image}'),
    headers: first.headers,
    ...(first.body === undefined ? {} : { body: normalizeBody(say(first.body)) }),
    status: first.status!,
    type: first.type ?? '',
    ...(seen.length > 0 ? { shape: commonShape(seen) } : {}),
  }
  return request
}

/** Transactions and the key of a WalletConnect client are of that run alone. */
function normalizeBody(body: string): string {
  return body
    .replace(/("method":"eth_getTransactionReceipt","params":\[")0x[\da-f]{64}/, '$1{transaction}')
    .replace(/did:key:\w+/g, 'did:key:z6MkodHZwneVRShtaLf8JKYkxpDGp1vGZnpGmdBpX8M2exxH')
}

function commonShape(answers: unknown[]): Shape {
  const inside = Object.entries(shapeOf(answers)).filter(([at]) => at.startsWith('[]'))
  // A young pool has no volatility yet, and no stock client reads it.
  const named = inside.map(([at, kinds]) => [
    at
      .slice(2)
      .replace(/^\./, '')
      .replace(/volatilityBps$/, '$&?'),
    kinds,
  ])
  return Object.fromEntries(named)
}
