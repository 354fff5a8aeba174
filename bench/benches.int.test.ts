import { execFile } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const short: Record<string, { args: string[]; prints: RegExp }> = {
  bitcoin: {
    args: ['--rounds', '1'],
    prints: /the kit .+ ms[^\n]*\nbitcoinjs-lib .+ ms[^\n]*\n@scure\/btc-signer .+ ms/,
  },
  buy: { args: ['--rounds', '1'], prints: /first quote \d+ ms, all \d+ ms, 1 : [\d.]+/ },
  history: {
    args: ['--transfers', '2000', '--rounds', '1'],
    prints: /busy, newest .+\n.+\nbusy, .+\n.+\nothers, .+ p99/,
  },
  indexer: { args: ['--blocks', '2'], prints: /200 transfers in 2 blocks: [\d.]+ s, \d+ transfers\/s/ },
  limiter: { args: ['4'], prints: /(?:\n\| (?:in memory|shared, in PostgreSQL) \|.+){4}/ },
  names: { args: ['--names', '2', '--at-once', '2'], prints: /server \d+ a second, viem \d+ a second/ },
  polkadot: { args: ['--rounds', '1'], prints: /the kit .+ ms[^\n]*\n@polkadot\/api .+ ms/ },
  registry: {
    args: ['--requests', '2'],
    prints: /kept answer .+\nfresh answer .+\npicture .+\nplain constant .+ 1\.00 of plain/,
  },
  relay: {
    args: ['--pairs', '2', '--seconds', '0.2', '--idle', '2', '--warm-up', '4'],
    prints: /2 busy pairs, .+ durable messages a second[\s\S]+2 idle sockets, .+ MB in all/,
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
/** Those that need a whole stack, or more seconds than a test may take. */
const long = ['activity', 'api', 'crowd', 'embedded', 'fromNothing', 'swap']

it('runs every benchmark', () => {
  const files = readdirSync(import.meta.dirname).flatMap((name) => /^(\w+)\.ts$/.exec(name)?.[1] ?? [])
  expect([...Object.keys(short), ...long].toSorted()).toEqual(files.toSorted())
})

it.each(Object.entries(short))('%s prints its table in a short run', async (name, { args, prints }) => {
  const path = join(import.meta.dirname, `${name}.ts`)
  const printed = await new Promise<string>((done) =>
    // Exit code 1 is a missed bar too, which means nothing for one round.
    execFile(process.execPath, [path, ...args], { timeout: 240_000 }, (_, out, errors) => done(`${out}\n${errors}`)),
  )
  expect(printed).toMatch(prints)
})
