import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { trackedBenchmarks } from './trackedBenchmarks.ts'

/** Outputs of whole runs, shortened. */
const outputs: Record<string, string> = {
  'bitcoin.ts':
    'the kit              9.1 KiB gzip     300 ms from a new process to the balance\nbitcoinjs-lib       16.2 KiB gzip     240 ms from a new process to the balance\n',
  'solana.ts':
    'the kit             10.9 KiB gzip     140 ms from a new process to the balance\n@solana/web3.js     76.5 KiB gzip     175 ms from a new process to the balance\n',
  'polkadot.ts':
    'the kit              9.6 KiB gzip     100 ms from a new process to the balance\n@polkadot/api      339.0 KiB gzip     500 ms from a new process to the balance\n',
  'names.ts': '2 × Xeon, load 1.0, 100 names, 8 at once\nserver 320 a second, viem 8 a second, 40.0 : 1\n',
  'registry.ts':
    'kept answer        5000 req/s  0.25 of plain\nfresh answer       2000 req/s  0.10 of plain\npicture            9000 req/s  0.45 of plain\nplain constant    20000 req/s  1.00 of plain\n',
  'signIn.ts':
    'Bitcoin (BIP-322)                             60             276         1 : 4.6\nEVM contract (ERC-1271)                       40              80         1 : 2.0\nEVM contract to come (ERC-6492)               40             288         1 : 7.2\n',
  'buy.ts': '2 × Xeon, load 1.0, 5 rounds\nfirst quote 200 ms, all 1000 ms, 1 : 5.0\n',
  'walletconnect.ts':
    'link → settled, ours                         p50 40.0, p95 60.0, min 30.0 ms (20)\nrequest → signature, ours                    p50 10.0, p95 20.0, min 8.0 ms (20)\nlink → settled, universal-provider           p50 80.0, p95 90.0, min 60.0 ms (20)\nrequest → signature, universal-provider      p50 12.5, p95 20.0, min 8.0 ms (20)\n',
  'peers/main.ts': readFileSync(new URL('../peers/RESULTS-alone.md', import.meta.url), 'utf8'),
}

it('reads each ratio in its benchmark’s output, as a cost: less is better', () => {
  const ratios = trackedBenchmarks.flatMap(({ command: [file], ratios: named }) =>
    Object.entries(named).map(([name, read]) => [name, read(outputs[file]!)] as const),
  )
  expect(Object.fromEntries(ratios)).toMatchObject({
    'Bitcoin balance from nothing, beside bitcoinjs-lib': 1.25,
    'Solana balance from nothing, beside @solana/web3.js': 0.8,
    'Polkadot balance from nothing, beside @polkadot/api': 0.2,
    'names looked up, beside viem': 0.025,
    'wallets, fresh, beside a constant': 10,
    'wallets, cached, beside a constant': 4,
    'sign-in by BIP-322, beside the bare check': 4.6,
    'sign-in by ERC-1271, beside the bare check': 2,
    'sign-in by ERC-6492, beside the bare check': 7.2,
    'first quote to buy, beside all quotes': 0.2,
    'WalletConnect, link to session, beside universal-provider': 0.5,
    'WalletConnect, request to signature, beside universal-provider': 0.8,
  })
  for (const [name, ratio] of ratios) expect(ratio, name).toBeGreaterThan(0)
})

it('fails with the output if a ratio is not in it', () => {
  const names = trackedBenchmarks.find(({ command: [file] }) => file === 'names.ts')
  expect(() => Object.values(names!.ratios)[0]!('Error: no chain')).toThrow(/The output has no[\s\S]+Error: no chain/)
})
