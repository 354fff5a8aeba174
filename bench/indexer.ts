import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { isMainThread, parentPort, Worker } from 'node:worker_threads'
import { createChains } from '@billfold/server/chains/createChains'
import { createMetrics } from '@billfold/server/createMetrics'
import { startDatabase } from '@billfold/server/db/embedded'
import { migrate } from '@billfold/server/db/migrate'
import { openDatabase } from '@billfold/server/db/openDatabase'
import { createIndexerMetrics } from '@billfold/server/indexer/indexerMetrics'
import { startIndexer } from '@billfold/server/indexer/startIndexer'
import { createLog } from '@billfold/server/log/createLog'
import { createRetries } from '@billfold/server/process/createRetries'
import { createRpc } from '@billfold/server/rpc/createRpc'
import { createPretendChain } from '@billfold/server/test/pretendChain'

// node bench/indexer.ts [--blocks 1000]
// Transfers per second from a node's responses into the index: over HTTP, checked, decoded, written with the cursor
// into a PostgreSQL that waits for its disk. The node is a thread with prepared responses, at the lowest cost on a
// machine of two cores; the database has its production indexes.
const { values } = parseArgs({ options: { blocks: { type: 'string', default: '1000' } } })
const blocks = Number(values.blocks)
const perBlock = 100

if (isMainThread) await measure()
else await serve()

async function measure() {
  const node = new Worker(fileURLToPath(import.meta.url), { argv: process.argv.slice(2) })
  const [port] = (await once(node, 'message')) as [number]
  const dir = mkdtempSync(join(tmpdir(), 'billfold-bench-'))
  const postgres = await startDatabase({ dir: join(dir, 'database'), port: 0, durable: true })
  const database = openDatabase({ url: postgres.url, poolSize: 4, statementTimeoutMs: 60_000 })
  await migrate(database)
  const chains = createChains([
    {
      id: 'eip155:1',
      namespace: 'eip155',
      reference: '1',
      name: 'Pretended',
      rpcUrls: [`http://127.0.0.1:${port}`],
      wsUrls: [],
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      startBlock: 0n,
      tokens: [],
      contracts: {},
      stables: [],
      isLocal: true,
    },
  ])
  const metrics = createIndexerMetrics(createMetrics().register)
  const began = performance.now()
  const log = createLog('warn')
  const retries = createRetries({ loop: 'indexer', register: createMetrics().register, log })
  const rpc = createRpc({ chains })
  const indexer = startIndexer({ db: database.db, chains, rpc, log, metrics, retries, pollMs: 20 })
  const count = async () => (await metrics.transfers.get()).values[0]?.value ?? 0
  while ((await count()) < blocks * perBlock) await new Promise((done) => setTimeout(done, 10))
  const seconds = (performance.now() - began) / 1_000
  await indexer.stop()
  const { rows } = await database.pool.query<{ bytes: string }>(
    "select sum(pg_total_relation_size(oid)) as bytes from pg_class where relname ~ '^index_' and relkind = 'r'",
  )
  console.log(
    `${blocks * perBlock} transfers in ${blocks} blocks: ${seconds.toFixed(1)} s, ` +
      `${Math.round((blocks * perBlock) / seconds)} transfers/s (load ${loadavg()[0]?.toFixed(1)}), ` +
      `${Math.round(Number(rows[0]?.bytes) / blocks / perBlock)} bytes each in the database`,
  )
  await database.close()
  await postgres.stop()
  rmSync(dir, { recursive: true, force: true })
  await node.terminate()
}

async function serve() {
  const chain = createPretendChain({ maxLogs: 10_000 })
  const person = (i: number) => `0x${(i % 5_000).toString(16).padStart(40, '1')}` as const
  const token = (i: number) => `0x${(i % 50).toString(16).padStart(40, 'a')}` as const
  for (let b = 0; b < blocks; b++)
    chain.mine(
      Array.from({ length: perBlock }, (_, i) => {
        const from = person(b * 31 + i)
        return { from, transfers: [{ from, to: person(b * 17 + i * 7 + 1), amount: 10n ** 18n, token: token(i) }] }
      }),
    )
  // All responses are prepared before the clock starts; logs as one text a block, joined on request.
  const topics: unknown[] = []
  const ready = new Map<string, string>()
  const logs: string[] = []
  for (let b = 0; b <= blocks; b++) {
    const at = `0x${b.toString(16)}`
    for (const [method, ...params] of [
      ['eth_getBlockByNumber', at, true],
      ['eth_getBlockReceipts', at],
    ] as const)
      ready.set(JSON.stringify([method, params]), JSON.stringify(await chain.call(method, params)))
    const own = await chain.call('eth_getLogs', [{ fromBlock: at, toBlock: at, topics }])
    logs.push(JSON.stringify(own).slice(1, -1))
  }
  const server = createServer(async (request, response) => {
    const body = JSON.parse(Buffer.concat(await request.toArray()).toString()) as {
      id: number
      method: string
      params: [{ fromBlock: string; toBlock: string }]
    }
    const { id, method, params } = body
    const answered = ready.get(JSON.stringify([method, params])) ?? (await answer(method, params))
    response.setHeader('content-type', 'application/json')
    response.end(`{"jsonrpc":"2.0","id":${id},${answered.startsWith('"error"') ? answered : `"result":${answered}`}}`)
  })
  async function answer(method: string, params: [{ fromBlock: string; toBlock: string }]): Promise<string> {
    if (method === 'eth_getLogs') {
      const [{ fromBlock, toBlock }] = params
      return `[${logs
        .slice(Number(fromBlock), Number(toBlock) + 1)
        .filter(Boolean)
        .join(',')}]`
    }
    try {
      return JSON.stringify(await chain.call(method, params))
    } catch (e) {
      const { code, message } = e as { code: number; message: string }
      return `"error":${JSON.stringify({ code, message })}`
    }
  }
  server.listen(0, '127.0.0.1', () => parentPort?.postMessage((server.address() as AddressInfo).port))
}
