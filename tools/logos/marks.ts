/** The mark of each of our files: its folder and name in the package, by the file's name here. */
type Marks = Readonly<Record<string, `${'wallets' | 'exchanges' | 'networks' | 'tokens'}/${string}`>>

const alike = (folder: 'wallets' | 'exchanges' | 'tokens', names: string): Marks =>
  Object.fromEntries(names.split(' ').map((name) => [name, `${folder}/${name}` as const]))

/** By the names of the files in `apps/server/registry/wallets`. */
export const wallets: Marks = {
  ...alike(
    'wallets',
    'argent backpack coin98 coinbase enkrypt exodus imtoken keplr kraken ledger metamask okx phantom rabby rainbow ronin safe solflare trust zerion',
  ),
  ...alike('exchanges', '1inch binance bitget bybit crypto-com uniswap'),
  gate: 'exchanges/gate-io',
  mew: 'wallets/my-ether-wallet',
  tokenpocket: 'wallets/token-pocket',
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
