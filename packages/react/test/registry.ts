const names = ['MetaMask', 'Rainbow', 'Trust', 'Phantom', 'Zerion', 'Uniswap', 'Ledger', 'Safe', 'OKX', 'imToken']

/** Wallets on a relay that the page does not use: with an in-app browser, and without. */
const reach: Readonly<Record<number, object>> = {
  10: {
    name: 'Heron',
    mobile_link: 'heron://',
    browser_link: 'https://link.heron.example/dapp/{hostPath}',
    relays: ['wss://relay.heron.example'],
  },
  11: { name: 'Egret', mobile_link: 'egret://', relays: ['wss://relay.heron.example'], chrome_store: undefined },
}

const registry = Array.from({ length: 95 }, (_, index) => ({
  id: `wallet-${index}`,
  name: index < names.length ? names[index]! : `Wallet ${index}`,
  image_id: `image-${index}`,
  homepage: `https://wallet-${index}.example`,
  chrome_store: `https://store.example/${index}`,
  app_store: `https://apps.example/${index}`,
  play_store: `https://play.example/${index}`,
  ...(index < 3 ? { mobile_link: `${names[index]!.toLowerCase()}://` } : {}),
  ...(index === 1 ? { desktop_link: 'rainbow-desktop:', webapp_link: 'https://rainbow.example' } : {}),
  badge_type: index % 3 ? 'none' : 'certified',
  ...reach[index],
}))

/** The registry's answer to a query, from wallets made up for the harness. */
export function answerWallets(query: URLSearchParams): { data: typeof registry; count: number } {
  const list = (name: string) => query.get(name)?.split(',').filter(Boolean)
  const [include, exclude] = [list('include'), list('exclude') ?? []]
  const search = query.get('search')?.toLowerCase() ?? ''
  const [page, entries] = [Number(query.get('page') ?? 1), Number(query.get('entries') ?? 40)]
  const matches = registry.filter(
    ({ id, name, badge_type }) =>
      (!include || include.includes(id)) &&
      !exclude.includes(id) &&
      name.toLowerCase().includes(search) &&
      (query.get('badge_type') !== 'certified' || badge_type === 'certified'),
  )
  return { data: matches.slice((page - 1) * entries, page * entries), count: matches.length }
}
