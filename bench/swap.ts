import { type ChildProcess, spawn } from 'node:child_process'
import { cpus, loadavg } from 'node:os'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import type { DevnetChain } from '@billfold/protocol/devnetManifest'
import { nativePlaceholders } from '@billfold/protocol/nativeCoin'
import { startTestCluster } from '@billfold/server/test/testDatabase'
import type { Address } from 'viem'
import { createAsker } from './api/measure.ts'
import { createPlainQuotes } from './swap/createPlainQuotes.ts'
import { latencies, prepareEthereum, startServices } from './swap/startServices.ts'

// node bench/swap.ts [--rounds 20] [--quotes 20] [--devnet <URL of a running local network>]
// A visitor's wait for the first quote and for all, with services that take 120, 300, 700 and 1,500 ms; and the
// server's quotes per second from Uniswap's pools on the chain, beside a plain viem script that makes the same calls,
// in turns. Server, chain, database and services share the machine. Exits with code 1 if their results differ, or the
// server takes more than 1.3 times the script's time.

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '20' },
    quotes: { type: 'string', default: '20' },
    devnet: { type: 'string' },
  },
})
const [rounds, perTurn] = [Number(values.rounds), Number(values.quotes)]
const closers: (() => unknown)[] = []

/** Starts a program of ours, and resolves with the first match in its lines. */
async function start(module: string, env: Record<string, string>, read: (line: string) => string | undefined) {
  const child: ChildProcess = spawn(process.execPath, [fileURLToPath(import.meta.resolve(module))], {
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  closers.push(() => child.kill())
  for await (const line of createInterface({ input: child.stdout! })) {
    const match = read(line)
    if (!match) continue
    child.stdout!.resume()
    return match
  }
  throw new Error(`${module} did not start`)
}

const who = 'projectId=billfold-local&st=appkit&sv=bench'
const userAt = (n: number) => `0x${n.toString(16).padStart(40, 'a')}`
const middle = (times: number[], share = 0.5) =>
  times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0

async function run() {
  const cluster = await startTestCluster()
  closers.push(() => cluster.stop())
  const services = await startServices()
  closers.push(() => services.close())
  const devnetUrl =
    values.devnet ??
    (await start(
      '@billfold/devnet/main',
      { DEVNET_PORT: '0', DEVNET_EVM_PORT: '0', DEVNET_CHAIN_IDS: '31337', DEVNET_MARKET: 'off' },
      (line) => /^Manifest: (\S+)\/manifest\.json$/.exec(line)?.[1],
    ))
  const manifest = (await (await fetch(`${devnetUrl}/manifest.json`)).json()) as { chains: DevnetChain[] }
  const chain = manifest.chains[0]!
  await prepareEthereum(chain.rpcUrl)
  const url = await start(
    '@billfold/server/main',
    {
      DATABASE_URL: (await cluster.create()).url,
      PORT: '0',
      DEVNET_URL: devnetUrl,
      // Ethereum as far as the services are concerned.
      RPC_URL_EIP155_1: chain.rpcUrl,
      INDEXER: 'off',
      DEFAULT_PROJECT: 'local',
      RATE_LIMIT: '1000000',
      PROJECT_RATE_LIMIT: '100000000',
      // No source is too late on a busy machine.
      QUOTE_TIMEOUT_MS: '10000',
      ...services.env,
    },
    (line) => (JSON.parse(line) as { msg: string; url?: string }).url,
  )
  const asker = createAsker(url, 8)
  closers.push(() => asker.close())
  await asker.until('/ready')
  const quotes = async (query: Record<string, string>) => {
    const { status, body } = await asker.ask(`/v1/convert/quotes?${who}&${new URLSearchParams(query)}`)
    if (status !== 200) throw new Error(`A quote was answered with ${status}.`)
    return JSON.parse(body) as Awaited<ReturnType<Ask>>
  }

  await first(quotes)
  await pools(quotes, chain)
}
type Ask = (query: Record<string, string>) => Promise<{ quotes: { toAmount: string }[]; silent: { reason?: string }[] }>

/** Every visitor is a new one, so that no quote comes from a cache. */
async function first(ask: Ask) {
  const swap = {
    from: 'eip155:1:0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
    to: `eip155:1:${nativePlaceholders.eip155}`,
    amount: '100000000',
  }
  await ask({ ...swap, userAddress: userAt(1) })
  const [one, all]: [number[], number[]] = [[], []]
  for (let n = 2; n < 2 + rounds; n += 1) {
    const began = performance.now()
    const early = await ask({ ...swap, userAddress: userAt(n), wait: 'first' })
    one.push(performance.now() - began)
    const late = await ask({ ...swap, userAddress: userAt(n), wait: 'all' })
    all.push(performance.now() - began)
    if (early.quotes.length !== 1 || late.quotes.length !== 4)
      throw new Error(`Quotes are missing: ${JSON.stringify(late.silent)}`)
  }
  const times = Object.values(latencies)
  console.log(
    `${new Date().toISOString().slice(0, 10)}, ${cpus().length} × ${cpus()[0]?.model}, load ${loadavg()[0]?.toFixed(1)}`,
  )
  console.log(`\nSources that take ${times.join(', ')} ms, ${rounds} visitors one after the other\n`)
  console.log('| | p50 ms | p95 ms | of which the source |\n|---|---:|---:|---:|')
  for (const [name, waits, own] of [
    ['first quote', one, Math.min(...times)],
    ['all sources in', all, Math.max(...times)],
  ] as const)
    console.log(`| ${name} | ${middle(waits).toFixed(0)} | ${middle(waits, 0.95).toFixed(0)} | ${own} |`)
}

/** In turns, and each turn the other one begins: other load on this machine affects both alike. */
async function pools(ask: Ask, chain: DevnetChain) {
  const tokenOf = (symbol: string) => chain.tokens.find((token) => token.symbol === symbol)!.address as Address
  const [from, to] = [tokenOf('USDC'), tokenOf('DAI')]
  const bases = [chain.contracts.weth as Address, ...['USDC', 'USDT', 'DAI'].map(tokenOf)]
  const plain = await createPlainQuotes(chain, from, to, bases)
  const serverQuote = async (amount: bigint) => {
    const { quotes, silent } = await ask({
      from: `eip155:31337:${from}`,
      to: `eip155:31337:${to}`,
      amount: String(amount),
      userAddress: userAt(1),
    })
    if (!quotes[0]) throw new Error(`The server has no quote: ${JSON.stringify(silent)}`)
    return BigInt(quotes[0].toAmount)
  }
  let amount = 50_000_000n
  const [ours, theirs]: [number[], number[]] = [[], []]
  const turn = async (times: number[], quote: (amount: bigint) => Promise<bigint>, begin: bigint) => {
    const began = performance.now()
    let sum = 0n
    for (let n = 0n; n < perTurn; n += 1n) sum += await quote(begin + n)
    times.push((performance.now() - began) / perTurn)
    return sum
  }
  for (let n = -2; n < rounds; n += 1) {
    amount += 1_000n
    const mine = () => turn(ours, serverQuote, amount)
    const other = () => turn(theirs, plain.quote, amount)
    const outputs = n % 2 ? [await mine(), await other()] : [await other(), await mine()]
    if (outputs[0] !== outputs[1]) throw new Error('The server and the script disagree on the output.')
    // Code that runs for the first time is slow; that happens once.
    if (n < 0) for (const times of [ours, theirs]) times.pop()
  }
  const ratio = middle(ours) / middle(theirs)
  console.log(
    `\nUniswap on the chain, ${plain.routes} ways, ${rounds} turns of ${perTurn} quotes each, load ${loadavg()[0]?.toFixed(1)}\n`,
  )
  console.log('| | quotes/s | ms a quote, p50 | p95 |\n|---|---:|---:|---:|')
  for (const [name, times] of [
    ['server, over HTTP', ours],
    ['plain viem', theirs],
  ] as const)
    console.log(
      `| ${name} | ${(1_000 / middle(times)).toFixed(0)} | ${middle(times).toFixed(2)} | ${middle(times, 0.95).toFixed(2)} |`,
    )
  console.log(`\nThe server takes ${ratio.toFixed(2)} times the script's time (at most 1.3).`)
  if (ratio > 1.3) throw new Error('The server is slower than its limit.')
}

try {
  await run()
} catch (e) {
  console.error(e instanceof Error ? e.message : e)
  process.exitCode = 1
} finally {
  for (const close of closers.reverse()) await close()
}
