import { parseArgs } from 'node:util'
import { createApp } from '@billfold/server/createApp'
import { appDeps } from '@billfold/server/test/appDeps'

// node bench/registry.ts [--requests 500]
// The speed of `/getWallets`, through every check of the server, beside the minimum: a constant response of the same
// bytes, without a router. Both run in turns in one process, so that a busy machine slows both alike.
const { values } = parseArgs({ options: { requests: { type: 'string', default: '500' } } })
const quota = { limit: 1_000_000_000, windowMs: 60_000 }
const deps = appDeps({ clientQuota: quota, projectQuota: quota, log: { info() {}, warn() {}, error() {} } as never })
const app = createApp(deps)
const path = '/getWallets?projectId=shop&st=appkit&sv=react-wagmi-1.7.1&page=1&entries=40&chains=eip155:1,eip155:137'
const body = await (await app.request(path)).text()

async function rate(ask: () => Response | Promise<Response>, rounds: number): Promise<number> {
  const began = performance.now()
  for (let i = 0; i < rounds; i++) await (await ask()).text()
  return (rounds / (performance.now() - began)) * 1_000
}

const origin = { headers: { origin: 'https://shop.example' } }
const contenders = {
  'kept answer': () => app.request(path, origin),
  // Each query is new: nothing is cached, and the index works every time.
  'fresh answer': () =>
    app.request(`${path}&search=${Math.random().toString(36).slice(2, 3)}&exclude=${Math.random()}`, origin),
  picture: () => app.request('/public/getTokenImage/ETH'),
  'plain constant': () => new Response(body, { headers: { 'Content-Type': 'application/json' } }),
}
const rates = Object.fromEntries(Object.keys(contenders).map((name) => [name, [] as number[]]))
for (let turn = 0; turn < 6; turn++)
  for (const [name, ask] of Object.entries(contenders)) {
    const measured = await rate(ask, Number(values.requests))
    if (turn > 0) rates[name]?.push(measured) // the first turn warms up
  }
const median = (list: number[]) => list.sort((a, b) => a - b)[Math.floor(list.length / 2)] ?? 0
const base = median(rates['plain constant'] ?? [])
for (const [name, list] of Object.entries(rates))
  console.log(
    `${name.padEnd(15)} ${Math.round(median(list)).toString().padStart(7)} req/s  ${(median(list) / base).toFixed(2)} of plain`,
  )
