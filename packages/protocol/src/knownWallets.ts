import type { Wallet } from './api/registry.ts'

/** A wallet's identifiers. */
export type WalletIdentity = Pick<Wallet, 'id' | 'name' | 'rdns' | 'injected'>

/**
 * The registry wallets that we ship, by what a page can identify them by: it recognizes installed ones before the
 * registry responds, without telling anyone that they are installed.
 */
export const knownWallets: readonly WalletIdentity[] = [
  { id: 'c57ca95b47569778a828d19178114f4db188b89b763c899ba0be274e97267d96', name: 'MetaMask', rdns: 'io.metamask' },
  {
    id: '4622a2b2d6af1c9844944291e5e7351a6aa24cd7b23099efac1b2fd875da31a0',
    name: 'Trust Wallet',
    rdns: 'com.trustwallet.app',
  },
  {
    id: 'fd20dc426fb37566d803205b19bbc1d4096b248ac04548e3cfb6b3a38bd033aa',
    name: 'Coinbase Wallet',
    rdns: 'com.coinbase.wallet',
  },
  { id: '1ae92b26df02f0abca6304df07debccd18262fdf5fe82daa81593582dac9a369', name: 'Rainbow', rdns: 'me.rainbow' },
  { id: 'a797aa35c0fadbfc1a53e7f675162ed5226968b44a19ee3d24385c64d1d3c393', name: 'Phantom', rdns: 'app.phantom' },
  { id: '19177a98252e07ddfc9af2083ba8e07ef627cb6103467ffebb3f8f4205fd7927', name: 'Ledger Live' },
  {
    id: '971e689d0a5be527bac79629b4ee9b925e82208e5168b733496a09c0faed0709',
    name: 'OKX Wallet',
    rdns: 'com.okex.wallet',
  },
  { id: '225affb176778569276e484e1b92637ad061b01e13a048b35a9d280c3b58970f', name: 'Safe' },
  { id: 'a5409f82efd437be9dd42e812d3e598530ccf0f322c8ab94884742f00e681db8', name: 'Rabby Wallet', rdns: 'io.rabby' },
  {
    id: 'c03dfee351b6fcc421b4494ea33b9d4b92a984f87aa76d1663bb28705e95034a',
    name: 'Uniswap Wallet',
    rdns: 'org.uniswap.app',
  },
  {
    id: '8a0ee50d1f22f6651afcae7eb4253e52a3310b90af5daef78a8c4929a9bb99d4',
    name: 'Binance Wallet',
    rdns: 'com.binance.wallet',
  },
  {
    id: '38f5d18bd8522c244bdd70cb4a68e0e718865155811c043f052fb9f1c51de662',
    name: 'Bitget Wallet',
    rdns: 'com.bitget.web3',
  },
  { id: 'ecc4036f814562b41a5268adc86270fba1365471402006302e70169465b7ac18', name: 'Zerion', rdns: 'io.zerion.wallet' },
  { id: '0b415a746fb9ee99cce155c2ceca0c6f6061b1dbca2d722b3ba16381d0562150', name: 'SafePal' },
  {
    id: '20459438007b75f4f4acb98bf29aa3b800550309646d375da5fd4aac6c2a2c66',
    name: 'TokenPocket',
    rdns: 'pro.tokenpocket',
  },
  { id: 'ef333840daf915aafdc4a004525502d6d49d77bd9c65e0642dbaefb3c2893bef', name: 'imToken' },
  {
    id: 'f2436c67184f158d1beda5df53298ee84abfc367581e4505134b5bcf5f46697d',
    name: 'Crypto.com Onchain',
    rdns: 'com.crypto.wallet',
  },
  { id: 'c286eebc742a537cd1d6818363e9dc53b21759a1e8e5d9b263d0c03ec7703576', name: '1inch Wallet' },
  { id: '18450873727504ae9315a084fa7624b5297d2fe5880f0982979c17345a138277', name: 'Kraken Wallet' },
  { id: '15c8b91ade1a4e58f3ce4e7a0dd7f42b47db0c8df7e0d84f63eb39bcb96c4e0f', name: 'Bybit Wallet', rdns: 'com.bybit' },
  { id: '1ca0bdd4747578705b1939af023d120677c64fe6ca76add81fda36e350605e79', name: 'Solflare' },
  { id: '2bd8c14e035c2d48f184aaa168559e86b0e3433228d3c4075900a221785019b0', name: 'Backpack' },
  { id: '0ef262ca2a56b88d179c93a21383fee4e135bd7bc6680e5c2356ff8e38301037', name: 'Jupiter' },
  {
    id: '8b830a2b724a9c3fbab63af6f55ed29c9dfa8a55e732dc88c80a196a2ba136c6',
    name: 'Magic Eden',
    rdns: 'io.magiceden.wallet',
  },
  { id: 'e9ff15be73584489ca4a66f64d32c4537711797e30b6660dbcb71ea72a42b1f4', name: 'Exodus' },
  { id: '8837dd9413b1d9b585ee937d27a816590248386d9dbf59f5cd3422dbbb65683e', name: 'Robinhood Wallet' },
  { id: '2a3c89040ac3b723a1972a33a125b1db11e258a6975d3a61252cd64e6ea5ea01', name: 'Coin98' },
  {
    id: '541d5dcd4ede02f3afaf75bf8e3e4c4f1fb09edb5fa6c4377ebf31c2785d9adf',
    name: 'Ronin Wallet',
    rdns: 'com.roninchain.wallet',
  },
  { id: 'bc949c5d968ae81310268bf9193f9c9fb7bb4e1283e1284af8f2bd4992535fd6', name: 'Argent' },
  { id: '2a87d74ae02e10bdd1f51f7ce6c4e1cc53cd5f2c0b6b5ad0d7b3007d2b13de7b', name: 'Xverse' },
  { id: '483afe1df1df63daf313109971ff3ef8356ddf1cc4e45877d205eee0b7893a13', name: 'Leather' },
  {
    id: '85db431492aa2e8672e93f4ea7acf10c88b97b867b0d373107af63dc4880f041',
    name: 'Frontier',
    rdns: 'xyz.frontier.wallet',
  },
  { id: '344d0e58b139eb1b6da0c29ea71d52a8eace8b57897c6098cb9b46012665c193', name: 'Timeless X' },
  {
    id: '5b2614418c839be796393155a4d54ea0794f317585a43fc715370c1d7d565753',
    name: 'Brave Wallet',
    rdns: 'com.brave.wallet',
  },
  { id: '8f89f005a62cb0ea336abfa91bb429545a18143f796cb0d2217dd5c0fbc6f15f', name: 'Core', rdns: 'app.core.extension' },
  {
    id: '23645efd90a54994f152389eca151ee3ff65a76c95b8e9b8ffdf3ce631adc12c',
    name: 'OneKey',
    rdns: 'so.onekey.app.wallet',
  },
  {
    id: 'dc3fe4c77bbbdb6080800017b38f7bc90fde049e3c9c9b30e90e22c1e9b86641',
    name: 'Enkrypt',
    rdns: 'com.enkrypt',
  },
  { id: '66f822f51d1223e13a06ef069c55b58d90ca05a4c9e1f0041913661cff4fffe4', name: 'Frame', rdns: 'sh.frame' },
  { id: '1ce00a6b57c63f0aca49d7d5122287d1cf05df10dee98117c11d68b2ae26f499', name: 'Zeal', rdns: 'app.zeal' },
  {
    id: 'dcdd4740836cb88577b0b6881fc84ea6fcc5b188ed94fc4ef9181098d6b572d5',
    name: 'Talisman',
    rdns: 'xyz.talisman',
    injected: [{ namespace: 'polkadot', injected_id: 'talisman' }],
  },
  {
    id: '34f7307679a03963933db33ee2a5f22c58cabf0983a7106bf22a4e352c3b9991',
    name: 'SubWallet',
    rdns: 'app.subwallet',
    injected: [{ namespace: 'polkadot', injected_id: 'subwallet-js' }],
  },
  {
    id: 'a1efb7b9891c213c72fbcbe9392982577fc9cacb697f5cc35053ba20d21fc246',
    name: 'Nova Wallet',
    rdns: 'io.novawallet',
  },
  {
    id: 'c0d9ef4ccbf6d88f99a891181cb1d789023149f980bb81be7627c20110982888',
    name: 'Polkadot.js',
    injected: [{ namespace: 'polkadot', injected_id: 'polkadot-js' }],
  },
  { id: 'bb8bbc32775a6cc6c775ad481f1f83022c8314d542f6b47162ba785259c16776', name: 'UniSat Wallet' },
  { id: 'cde604415fbf0b802298603f7b6731330c0ca00b33e0767a06b5629782d8e417', name: 'Keplr' },
  {
    id: 'b32d0132472c181014ac9d353b0e9bee183cb4ac100f97802250e30d57b8ae46',
    name: 'Bifrost Wallet',
    rdns: 'com.bifrostwallet',
  },
  { id: 'dd6951658c0a15bb21f97c6933e2c0eb08a140b2b81ecfd5eb5a16da2c276114', name: 'MEW wallet' },
  { id: 'f4a0f8cb31668b7263278c586baaf84b271440c252c5db70b2daa4f362d26fcd', name: 'FoxWallet' },
  {
    id: '8021c50309beb8e84936c8e4d1908a47cc7fb57ecaec27a0908ca4780d5bce79',
    name: 'Gate Wallet',
    rdns: 'io.gate.wallet',
  },
  {
    id: 'f517934f91380f59eed9864e3bdf8f25a37c255ae15ba1cac0bd3cda76f35e76',
    name: 'Ambire Wallet',
    rdns: 'com.ambire.wallet',
  },
  { id: '60f976481cc51a44bc77f16834e042b7a9851779555d0f6fd9bc216155317ebe', name: 'D’CENT' },
  { id: '6eeea4ee0321ec72ffd48ffbf6372a59faec549b89f62fdd5124ec2ee5f00b7d', name: 'Nightly' },
  { id: '3ebeaba8cbd992c11bfd78246ac27652fd0d2fda2c833a3956c0b864ff7dae7d', name: 'Tokeo' },
  { id: '28cbf66652f3b1060780ca758172230679895730635b52ccba10e7d55748ad0d', name: 'MathWallet' },
  {
    id: '028cef9fb277861aff3c58377ba37ca541741dc3f8145a655a9a2624a4f97f4b',
    name: 'AlphaWallet',
  },
  {
    id: '4b8d9ec7de6e2b623312bb923041cfc6d64bc452ba8641a0e85e9f06320810f9',
    name: 'Cosmostation',
    rdns: 'io.cosmostation',
  },
]
