import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sharedChain } from '@billfold/devnet/polkadot/sharedChain'
import { startTestCluster, type TestCluster } from '@billfold/server/test/testDatabase'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePortBases } from '../tools/start/freePort.ts'
import { portsFrom } from '../tools/start/ports.ts'
import { listServices } from '../tools/start/services.ts'
import { type Stack, startStack } from '../tools/start/supervisor.ts'
import { fromBundles } from '../tools/test/builtEntry.ts'
import { trackedBenchmarks } from './track/trackedBenchmarks.ts'

type ShortRun = { args: string[]; prints: RegExp }

const alone: Record<string, ShortRun> = {
  bitcoin: {
    args: ['--rounds', '1'],
    prints: /the kit .+ ms[^\n]*\nbitcoinjs-lib .+ ms[^\n]*\n@scure\/btc-signer .+ ms/,
  },
  buy: { args: ['--rounds', '1'], prints: /first quote \d+ ms, all \d+ ms, 1 : [\d.]+/ },
  growth: {
    args: ['--units', '240', '--visitors', '1000'],
    prints: /(?:\n\| .+ \| [\d.]+ GB \|){4}\n\n1000 visitors a day: \d+ bytes per visitor and day/,
  },
  history: {
    args: ['--transfers', '2000', '--rounds', '1'],
    prints: /busy, newest .+\n.+\nbusy, .+\n.+\nothers, .+ p99/,
  },
  indexer: { args: ['--blocks', '2'], prints: /200 transfers in 2 blocks: [\d.]+ s, \d+ transfers\/s/ },
  limiter: { args: ['4'], prints: /(?:\n\| (?:in memory|shared, in PostgreSQL) \|.+){4}/ },
  motion: {
    args: ['--rounds', '1', '--slower', '1'],
    prints: /(?:(?:open|forward|back|leave): \d+ frames\/s median, .+\n){4}layout shift [\d.]+; click to dialog \d+ ms/,
  },
  names: { args: ['--names', '2', '--at-once', '2'], prints: /server \d+ a second, viem \d+ a second/ },
  polkadot: {
    args: ['--rounds', '1', '--node', sharedChain().chain.rpcUrl],
    prints: /the kit .+ ms[^\n]*\n@polkadot\/api .+ ms/,
  },
  registry: {
    args: ['--requests', '2'],
    prints: /kept answer .+\nfresh answer .+\npicture .+\nplain constant .+ 1\.00 of plain/,
  },
  relay: {
    args: ['--pairs', '2', '--seconds', '0.2', '--idle', '2', '--warm-up', '4', '--nodes', '1,2'],
    prints:
      /2 busy pairs, 1 node.+ durable messages a second[\s\S]+a message by nodes +1: 1\.00×, 2: .+×\n2 idle sockets, .+ MB in all/,
  },
  rpc: {
    args: ['--turns', '1', '--seconds', '0.1', '--clients', '2'],
    prints: /a call \|[\s\S]+a megabyte of logs \|[\s\S]+over the limit \|[\s\S]+a bare server's 429 \|/,
  },
  signIn: {
    args: ['--count', '2', '--at-once', '2'],
    prints: /BIP-322[\s\S]+ed25519[\s\S]+ERC-1271[\s\S]+ERC-6492\).+1 : [\d.]+/,
  },
  solana: { args: ['--rounds', '1'], prints: /the kit .+ ms[^\n]*\n@solana\/web3.js .+ ms[^\n]*\n@solana\/kit .+ ms/ },
  walletconnect: {
    args: ['--requests', '2', '--links', '2'],
    prints: /(?:link → settled, .+\n){2}(?:request → signature, .+\n?){2}/,
  },
}

/** Those that need more than a database share one stack: its start takes longer than their short runs. */
const onStack: Record<string, ShortRun & { takes: 'port' | 'devnet' }> = {
  activity: {
    takes: 'port',
    args: ['--rounds', '1'],
    prints: /CPU 1x: first row after \d+ ms, .+\nCPU 4x: first row after \d+ ms/,
  },
  api: {
    takes: 'devnet',
    args: ['--seconds', '0.1', '--at-once', '2', '--addresses', '4'],
    // A busy machine may refuse the first requests, and none of the later ones.
    prints: /(?:\n\| .+ 1 address \|.+){3}(?:\n\| .+ 4 addresses.* \|.+ 0 \| \d+ \|){5}/,
  },
  crowd: {
    takes: 'devnet',
    args: ['--seconds', '0.1', '--clients', '2', '--addresses', '4', '--only', 'balances,a quote of each amount'],
    prints: /balances[\s\S]+a quote of each amount(?: \| \d+){3} \| 0 \| \w+ \| [\w.]+ %/,
  },
  embedded: {
    takes: 'port',
    args: ['--logins', '1', '--signatures', '1'],
    prints: /a first login by mail, .+ ms\n(?:a signature by .+ ms\n){3}/,
  },
  swap: {
    takes: 'devnet',
    args: ['--rounds', '1', '--quotes', '1'],
    prints: /first quote \|.+\n\| all sources in \|[\s\S]+server, over HTTP \|.+\n\| plain viem \|/,
  },
}
/** The module of the benchmarks from nothing to a balance. */
const shared = ['fromNothing']

it('runs every benchmark', () => {
  const files = readdirSync(import.meta.dirname).flatMap((name) => /^(\w+)\.ts$/.exec(name)?.[1] ?? [])
  expect([...Object.keys(alone), ...Object.keys(onStack), ...shared].toSorted()).toEqual(files.toSorted())
})

function runShort(name: string, args: string[]): Promise<string> {
  const path = join(import.meta.dirname, `${name}.ts`)
  return new Promise((done) =>
    // Exit code 1 is a missed bar too, which means nothing for one round.
    execFile(process.execPath, [path, ...args], { timeout: 280_000 }, (_, out, errors) => done(`${out}\n${errors}`)),
  )
}

it.each(Object.entries(alone))('%s prints its table in a short run', async (name, { args, prints }) => {
  const output = await runShort(name, args)
  expect(output).toMatch(prints)
  for (const [ratio, read] of ratiosOf(name)) expect(read(output), ratio).toBeGreaterThan(0)
})

/** The ratios that `npm run bench:track` reads from a benchmark's output. */
const ratiosOf = (name: string) =>
  trackedBenchmarks
    .filter(({ command: [file] }) => file === `${name}.ts`)
    .flatMap(({ ratios }) => Object.entries(ratios))

describe('on a running stack', () => {
  const stateDir = mkdtempSync(join(tmpdir(), 'billfold-benches-'))
  let cluster: TestCluster
  let portBase = 0
  let stack: Stack | undefined

  beforeAll(async () => {
    cluster = await startTestCluster()
    portBase = (await freePortBases(1))[0]!
    // No benchmark looks at these.
    const unused = ['SOLANA', 'BITCOIN', 'POLKADOT', 'FRAME', 'IDENTITY', 'ONRAMP'].map((name) => [
      `DEVNET_${name}`,
      'off',
    ])
    const env = { ...process.env, ...Object.fromEntries(unused), DATABASE_URL: (await cluster.create()).url }
    const root = join(import.meta.dirname, '..')
    const all = listServices({ root, ports: portsFrom(portBase), stateDir, env, market: false })
    stack = await startStack({
      portBase,
      stateDir,
      env,
      services: await fromBundles(all.map(({ isLater, ...service }) => service)),
    })
  })
  afterAll(async () => {
    await stack?.stop()
    await cluster?.stop()
    rmSync(stateDir, { recursive: true, force: true })
  })

  it.each(Object.entries(onStack))('%s prints its table in a short run', async (name, { takes, args, prints }) => {
    const place = takes === 'port' ? String(portBase) : stack!.urls.devnet!
    expect(await runShort(name, [...args, `--${takes}`, place])).toMatch(prints)
  })
})
