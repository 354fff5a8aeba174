/** The mark of each of our files: its folder and name in the package, by the file's name here. */
type Marks = Readonly<Record<string, `${'wallets' | 'exchanges' | 'networks' | 'tokens'}/${string}`>>

/** A mark of a connection library: its icon's name, and the ground that our square tile needs around it. */
export type FramedMark = { icon: string; ground?: string; inset?: number }

const alike = (folder: 'wallets' | 'exchanges' | 'tokens', names: string): Marks =>
  Object.fromEntries(names.split(' ').map((name) => [name, `${folder}/${name}` as const]))

/** By the names of the files in `apps/server/registry/wallets`. */
export const wallets: Marks = {
  ...alike(
    'wallets',
    'argent backpack coin98 coinbase enkrypt exodus imtoken keplr kraken ledger metamask okx phantom rabby rainbow ronin safe solflare trust zerion',
  ),
  ...alike('exchanges', '1inch binance bitget bybit crypto-com uniswap'),
  ambire: 'tokens/WALLET',
  gate: 'exchanges/gate-io',
  jupiter: 'tokens/JUP',
  mew: 'wallets/my-ether-wallet',
  robinhood: 'networks/robinhood',
  safepal: 'tokens/SFP',
  tokenpocket: 'wallets/token-pocket',
}

/** Marks that web3icons lacks, of @web3-onboard/injected-wallets. */
export const onboardWallets: Readonly<Record<string, FramedMark>> = {
  alphawallet: { icon: 'alphawallet', ground: '#fff' },
  bifrost: { icon: 'bifrostwallet', ground: '#fff', inset: 6 },
  brave: { icon: 'brave', ground: '#fff', inset: 6 },
  core: { icon: 'core', ground: '#000' },
  dcent: { icon: 'dcent', ground: '#fff', inset: 7 },
  foxwallet: { icon: 'foxwallet', ground: '#000' },
  frame: { icon: 'frame', ground: '#0b1f1e', inset: 8 },
  frontier: { icon: 'frontier' },
  mathwallet: { icon: 'mathwallet' },
  onekey: { icon: 'onekey', ground: '#3bd23d' },
  subwallet: { icon: 'subwallet', ground: '#0a63ee' },
  talisman: { icon: 'talisman' },
  zeal: { icon: 'zeal' },
}

/** The same of @subwallet-connect/injected-wallets. */
export const subwalletWallets: Readonly<Record<string, FramedMark>> = {
  'polkadot-js': { icon: 'polkadotjs', ground: '#ff8c00' },
}

/** Bitcoin wallets that both lack, by @midl/satoshi-kit's component. */
export const satoshiWallets: Readonly<Record<string, string>> = {
  leather: 'LeatherIcon',
  'magic-eden': 'MagicEden',
  unisat: 'UnisatIcon',
  xverse: 'XverseIcon',
}

/** By CAIP-2 id, or a connector's. Test networks get drawings: they must not look like the real ones. */
export const assets: Marks = {
  eip155_1: 'networks/ethereum',
  eip155_10: 'networks/optimism',
  eip155_56: 'networks/binance-smart-chain',
  eip155_100: 'networks/gnosis',
  eip155_137: 'networks/polygon',
  eip155_8453: 'networks/base',
  eip155_42161: 'networks/arbitrum-one',
  eip155_43114: 'networks/avalanche',
  eip155_25: 'networks/cronos',
  eip155_130: 'networks/unichain',
  eip155_143: 'networks/monad',
  eip155_146: 'networks/sonic',
  eip155_324: 'networks/zksync',
  eip155_480: 'networks/world',
  eip155_5000: 'networks/mantle',
  eip155_8217: 'networks/kaia',
  eip155_42220: 'networks/celo',
  eip155_57073: 'networks/ink',
  eip155_59144: 'networks/linea',
  eip155_80094: 'networks/berachain',
  eip155_81457: 'networks/blast',
  eip155_534352: 'networks/scroll',
  eip155_7777777: 'networks/zora',
  solana_5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp: 'networks/solana',
  bip122_000000000019d6689c085ae165831e93: 'networks/bitcoin',
  polkadot_91b171bb158e2d3848fa23a9f1c25182: 'networks/polkadot',
  coinbaseWallet: 'wallets/coinbase',
  safe: 'wallets/safe',
  ledger: 'wallets/ledger',
  walletConnect: 'wallets/wallet-connect',
}

/** By symbol. The server shows them only for tokens of its lists. */
export const tokens: Marks = {
  ...alike(
    'tokens',
    '1INCH AAVE ARB AVAX BNB BTC CAKE COMP CRV DAI DOT ENS ETH EURC FRAX GMX GNO GRT JUP LDO LINK MKR OP PEPE POL PYUSD SHIB SOL UNI USDC USDT WBTC RETH',
  ),
  XDAI: 'networks/gnosis',
}

/**
 * Marks that are hard to see as they are (Celo's is white on yellow there), or that the server rejects: AlphaWallet's is
 * masked by its own outline, D’CENT's is colored by a style sheet and opens one `<svg>` too many, MathWallet's has a filter.
 */
export const recolored: Readonly<Record<string, (svg: string) => string>> = {
  alphawallet: (svg) => svg.replace(/<mask[\s>].*?<\/mask>| mask="[^"]*"/gs, ''),
  mathwallet: (svg) => svg.replace(/<filter.*?<\/filter>| filter="[^"]*"/gs, ''),
  dcent: (svg) => {
    const fills = new Map([...svg.matchAll(/\.([\w-]+)\{fill:(#\w+);\}/g)].map(([, name, fill]) => [name, fill]))
    return svg
      .replace(/^\s*<svg[^>]*>\s*(?=<svg)/, '')
      .replace(/<style.*?<\/style>| style="[^"]*"/gs, '')
      .replace(/class="([^"]*)"/g, (_, name) => `fill="${fills.get(name)}"`)
  },
  eip155_42220: (svg) => svg.replace('fill="#fff" d="M4 4', 'fill="#000" d="M4 4'),
}
