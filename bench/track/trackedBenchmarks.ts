/** A benchmark, and where its output states each of its ratios. */
export type TrackedBenchmark = {
  /** The file under `bench/`, and its arguments. */
  command: readonly [file: string, ...args: string[]]
  ratios: Readonly<Record<string, (output: string) => number>>
}

/**
 * The benchmarks whose ratios are tracked. A ratio is what ours costs in units of a peer, a plain script or a bare page that ran beside
 * it: less is better, and another machine changes it little.
 */
export const trackedBenchmarks: readonly TrackedBenchmark[] = [
  {
    command: ['bitcoin.ts'],
    ratios: { 'Bitcoin balance from nothing, beside bitcoinjs-lib': between('the kit', 'bitcoinjs-lib') },
  },
  {
    command: ['solana.ts'],
    ratios: { 'Solana balance from nothing, beside @solana/web3.js': between('the kit', '@solana/web3.js') },
  },
  {
    command: ['polkadot.ts'],
    ratios: { 'Polkadot balance from nothing, beside @polkadot/api': between('the kit', '@polkadot/api') },
  },
  {
    command: ['names.ts'],
    ratios: { 'names looked up, beside viem': (output) => 1 / numberIn(output, /([\d.]+) : 1$/m) },
  },
  {
    command: ['registry.ts'],
    // From the rates: two decimals of a small share would hide a change of 10 %.
    ratios: {
      'wallets, fresh, beside a constant': (output) =>
        rateIn(output, 'plain constant') / rateIn(output, 'fresh answer'),
      'wallets, cached, beside a constant': (output) =>
        rateIn(output, 'plain constant') / rateIn(output, 'kept answer'),
    },
  },
  {
    command: ['signIn.ts'],
    ratios: {
      'sign-in by BIP-322, beside the bare check': (output) => numberIn(output, /BIP-322.* 1 : ([\d.]+)$/m),
      'sign-in by ERC-1271, beside the bare check': (output) => numberIn(output, /ERC-1271.* 1 : ([\d.]+)$/m),
      'sign-in by ERC-6492, beside the bare check': (output) => numberIn(output, /ERC-6492.* 1 : ([\d.]+)$/m),
    },
  },
  {
    command: ['buy.ts'],
    ratios: { 'first quote to buy, beside all quotes': (output) => 1 / numberIn(output, /, 1 : ([\d.]+)$/m) },
  },
  {
    command: ['walletconnect.ts'],
    ratios: {
      'WalletConnect, link to session, beside universal-provider': (output) =>
        numberIn(output, /^link → settled, ours +p50 ([\d.]+)/m) /
        numberIn(output, /^link → settled, universal-provider +p50 ([\d.]+)/m),
      'WalletConnect, request to signature, beside universal-provider': (output) =>
        numberIn(output, /^request → signature, ours +p50 ([\d.]+)/m) /
        numberIn(output, /^request → signature, universal-provider +p50 ([\d.]+)/m),
    },
  },
  {
    // Ours and the bare page: the peers' own versions do not change by our commits.
    command: ['peers/main.ts', '--alone', '--apps', 'billfold', '--out', '/dev/null'],
    ratios: {
      'button visible at 4x, beside the bare page': (output) => ratioInReport(output, 'CPU 4x', 'button visible, ms'),
      'tap at once to first wallet at 4x, beside the bare page': (output) =>
        ratioInReport(output, 'CPU 4x', 'tap at once → first wallet, ms'),
      'heap after opening, beside the bare page': (output) =>
        ratioInReport(output, 'CPU 1x', 'heap after opening, MiB'),
    },
  },
]

function numberIn(output: string, pattern: RegExp): number {
  const text = pattern.exec(output)?.[1]
  if (text === undefined) throw new Error(`The output has no ${pattern.source}:\n${output}`)
  return Number(text)
}

const rateIn = (output: string, name: string): number => numberIn(output, new RegExp(`^${name} +(\\d+) req/s`, 'm'))

/** The times of two scripts to a balance. */
function between(ours: string, theirs: string): (output: string) => number {
  const time = (output: string, name: string) => {
    const row = output.split('\n').find((line) => line.startsWith(`${name} `)) ?? ''
    return numberIn(row, / ([\d.]+) ms /)
  }
  return (output) => time(output, ours) / time(output, theirs)
}

/** The ratio in brackets of our cell in a section of the report beside peers. */
function ratioInReport(report: string, section: string, column: string): number {
  const part = report.split(/^## /m).find((each) => each.startsWith(`${section}\n`)) ?? ''
  const cells = (name: string) =>
    (part.split('\n').find((line) => line.startsWith(`| ${name} |`)) ?? '').split('|').map((cell) => cell.trim())
  return numberIn(cells('Billfold')[cells('page').indexOf(column)] ?? '', /\(([\d.]+)×\)/)
}
