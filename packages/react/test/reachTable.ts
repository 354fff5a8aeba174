import { readdirSync, readFileSync } from 'node:fs'
import { type Reach, type ReachMethod, type ReachPlatform, reachOf } from '@billfold/core/features/wallets/reachOf'
import type { Wallet } from '@billfold/protocol/api/registry'

export type WalletFile = Wallet & { browser_link_source?: { by: 'wallet' | 'code' | 'cited' | 'project'; url: string } }

const folder = new URL('../../../apps/server/registry/wallets/', import.meta.url)

/** The bundled wallets, as clients get them, in the registry's order. */
export const bundledWallets: readonly WalletFile[] = readdirSync(folder)
  .filter((name) => name.endsWith('.json'))
  .map((name) => ({
    ...(JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as WalletFile),
    file: name.replace('.json', ''),
  }))
  .map(({ file, ...wallet }) => ({ ...wallet, id: wallet.id ?? file }))
  .sort((a, b) => (a.order ?? 10_000) - (b.order ?? 10_000))

export const platforms = ['desktop', 'ios', 'android', 'inApp', 'telegram'] as const satisfies readonly ReachPlatform[]

export const reachIn = (wallet: Wallet, platform: ReachPlatform, hasRelay: boolean): Reach =>
  reachOf(wallet, { hasRelay, platform, isInstalled: platform === 'inApp' })

/** The methods of a cell; `get` goes without saying. */
const cellOf = (...args: Parameters<typeof reachIn>): readonly ReachMethod[] =>
  reachIn(...args).methods.filter((method) => method !== 'get')

const words: Record<ReachMethod, string> = {
  injected: 'in the page',
  relay: 'pairing',
  inAppBrowser: 'opens in the app',
  qrOfLink: 'code of the link',
  extension: 'extension',
  desktopApp: 'desktop app',
  webApp: 'web app',
  get: 'get',
}

const sources = {
  wallet: 'documentation',
  code: 'its own code',
  cited: 'cited documentation',
  project: 'another project',
}

/** The tables of `docs/wallets.md`. */
export function reachTables(wallets: readonly WalletFile[]): string {
  const heads = ['Wallet', 'Desktop', 'iOS', 'Android', 'In the wallet’s browser', 'Telegram']
  const table = (hasRelay: boolean) =>
    [
      `| ${heads.join(' | ')} |`,
      `|${'---|'.repeat(heads.length)}`,
      ...wallets.map((wallet) => {
        const cells = platforms.map((each) => cellOf(wallet, each, hasRelay).map((method) => words[method]))
        return `| ${[wallet.name, ...cells.map((cell) => cell.join(', ') || 'get')].join(' | ')} |`
      }),
    ].join('\n')
  const links = wallets.flatMap(({ name, browser_link, browser_link_source: source }) =>
    browser_link && source ? [`| ${name} | \`${browser_link}\` | [${sources[source.by]}](${source.url}) |`] : [],
  )
  return `## With the wallets’ relay

${table(true)}

## Without it

${table(false)}

## Links and their sources

| Wallet | Link | Source |
|---|---|---|
${links.join('\n')}
`
}
