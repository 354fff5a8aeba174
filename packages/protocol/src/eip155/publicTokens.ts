type Row = readonly [symbol: string, name: string, decimals: number, address: `0x${string}`]

const ethereum: readonly Row[] = [
  ['WETH', 'Wrapped Ether', 18, '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2'],
  ['USDC', 'USD Coin', 6, '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'],
  ['USDT', 'Tether USD', 6, '0xdAC17F958D2ee523a2206206994597C13D831ec7'],
  ['DAI', 'Dai Stablecoin', 18, '0x6B175474E89094C44Da98b954EedeAC495271d0F'],
  ['WBTC', 'Wrapped BTC', 8, '0x2260FAC5E5542a773Aa44fBCfeDf7C193bc2C599'],
  ['LINK', 'ChainLink Token', 18, '0x514910771AF9Ca656af840dff83E8264EcF986CA'],
  ['UNI', 'Uniswap', 18, '0x1f9840a85d5aF5bf1D1762F925BDADdC4201F984'],
  ['AAVE', 'Aave Token', 18, '0x7Fc66500c84A76Ad7e9c93437bFc5Ac33E2DDaE9'],
  ['MKR', 'Maker', 18, '0x9f8F72aA9304c8B593d555F12eF6589cC3A579A2'],
  ['stETH', 'Liquid staked Ether 2.0', 18, '0xae7ab96520DE3A18E5e111B5EaAb095312D7fE84'],
  ['wstETH', 'Wrapped liquid staked Ether 2.0', 18, '0x7f39C581F595B53c5cb19bD0b3f8dA6c935E2Ca0'],
  ['LDO', 'Lido DAO Token', 18, '0x5A98FcBEA516Cf06857215779Fd812CA3beF1B32'],
  ['CRV', 'Curve DAO Token', 18, '0xD533a949740bb3306d119CC777fa900bA034cd52'],
  ['COMP', 'Compound', 18, '0xc00e94Cb662C3520282E6f5717214004A7f26888'],
  ['SHIB', 'SHIBA INU', 18, '0x95aD61b0a150d79219dCF64E1E6Cc01f0B64C4cE'],
  ['PEPE', 'Pepe', 18, '0x6982508145454Ce325dDbE47a25d4ec3d2311933'],
  ['ENS', 'Ethereum Name Service', 18, '0xC18360217D8F7Ab5e7c516566761Ea12Ce7F9D72'],
  ['GRT', 'Graph Token', 18, '0xc944E90C64B2c07662A292be6244BDf05Cda44a7'],
  ['rETH', 'Rocket Pool ETH', 18, '0xae78736Cd615f374D3085123A210448E74Fc6393'],
  ['FRAX', 'Frax', 18, '0x853d955aCEf822Db058eb8505911ED77F175b99e'],
  ['1INCH', '1INCH Token', 18, '0x111111111117dC0aa78b770fA6A738034120C302'],
]

const optimism: readonly Row[] = [
  ['WETH', 'Wrapped Ether', 18, '0x4200000000000000000000000000000000000006'],
  ['USDC', 'USD Coin', 6, '0x0b2C639c533813f4Aa9D7837CAf62653d097Ff85'],
  ['USDC.e', 'Bridged USDC', 6, '0x7F5c764cBc14f9669B88837ca1490cCa17c31607'],
  ['USDT', 'Tether USD', 6, '0x94b008aA00579c1307B0EF2c499aD98a8ce58e58'],
  ['DAI', 'Dai Stablecoin', 18, '0xDA10009cBd5D07dd0CeCc66161FC93D7c9000da1'],
  ['WBTC', 'Wrapped BTC', 8, '0x68f180fcCe6836688e9084f035309E29Bf0A2095'],
  ['OP', 'Optimism', 18, '0x4200000000000000000000000000000000000042'],
  ['wstETH', 'Wrapped liquid staked Ether 2.0', 18, '0x1F32b1c2345538c0c6f582fCB022739c4A194Ebb'],
]

const bnb: readonly Row[] = [
  ['WBNB', 'Wrapped BNB', 18, '0xbb4CdB9CBd36B01bD1cBaEBF2De08d9173bc095c'],
  ['USDT', 'Tether USD', 18, '0x55d398326f99059fF775485246999027B3197955'],
  ['USDC', 'USD Coin', 18, '0x8AC76a51cc950d9822D68b83fE1Ad97B32Cd580d'],
  ['DAI', 'Dai Token', 18, '0x1AF3F329e8BE154074D8769D1FFa4eE058B1DBc3'],
  ['BTCB', 'BTCB Token', 18, '0x7130d2A12B9BCbFAe4f2634d864A1Ee1Ce3Ead9c'],
  ['ETH', 'Ethereum Token', 18, '0x2170Ed0880ac9A755fd29B2688956BD959F933F8'],
  ['Cake', 'PancakeSwap Token', 18, '0x0E09FaBB73Bd3Ade0a17ECC321fD13a19e81cE82'],
]

const gnosis: readonly Row[] = [
  ['WXDAI', 'Wrapped XDAI', 18, '0xe91D153E0b41518A2Ce8Dd3D7944Fa863463a97d'],
  ['USDC', 'USD Coin', 6, '0xDDAfbb505ad214D7b80b1f830fcCc89B60fb7A83'],
  ['USDT', 'Tether USD', 6, '0x4ECaBa5870353805a9F068101A40E0f32ed605C6'],
  ['WETH', 'Wrapped Ether', 18, '0x6A023CCd1ff6F2045C3309768eAd9E68F978f6e1'],
  ['GNO', 'Gnosis Token', 18, '0x9C58BAcC331c9aa871AFD802DB6379a98e80CEdb'],
]

const polygon: readonly Row[] = [
  ['WPOL', 'Wrapped POL', 18, '0x0d500B1d8E8eF31E21C99d1Db9A6444d3ADf1270'],
  ['USDC', 'USD Coin', 6, '0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359'],
  ['USDC.e', 'Bridged USDC', 6, '0x2791Bca1f2de4661ED88A30C99A7a9449Aa84174'],
  ['USDT', 'Tether USD', 6, '0xc2132D05D31c914a87C6611C10748AEb04B58e8F'],
  ['DAI', 'Dai Stablecoin', 18, '0x8f3Cf7ad23Cd3CaDbD9735AFf958023239c6A063'],
  ['WETH', 'Wrapped Ether', 18, '0x7ceB23fD6bC0adD59E62ac25578270cFf1b9f619'],
  ['WBTC', 'Wrapped BTC', 8, '0x1BFD67037B42Cf73acF2047067bd4F2C47D9BfD6'],
  ['LINK', 'ChainLink Token', 18, '0x53E0bca35eC356BD5ddDFebbD1Fc0fD03FaBad39'],
]

const base: readonly Row[] = [
  ['WETH', 'Wrapped Ether', 18, '0x4200000000000000000000000000000000000006'],
  ['USDC', 'USD Coin', 6, '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'],
  ['USDbC', 'USD Base Coin', 6, '0xd9aAEc86B65D86f6A7B5B1b0c42FFA531710b6CA'],
  ['DAI', 'Dai Stablecoin', 18, '0x50c5725949A6F0c72E6C4a641F24049A917DB0Cb'],
  ['cbETH', 'Coinbase Wrapped Staked ETH', 18, '0x2Ae3F1Ec7F1F5012CFEab0185bfc7aa3cf0DEc22'],
  ['cbBTC', 'Coinbase Wrapped BTC', 8, '0xcbB7C0000aB88B473b1f5aFd9ef808440eed33Bf'],
  ['AERO', 'Aerodrome', 18, '0x940181a94A35A4569E4529A3CDfB74e38FD98631'],
]

const arbitrum: readonly Row[] = [
  ['WETH', 'Wrapped Ether', 18, '0x82aF49447D8a07e3bd95BD0d56f35241523fBab1'],
  ['USDC', 'USD Coin', 6, '0xaf88d065e77c8cC2239327C5EDb3A432268e5831'],
  ['USDC.e', 'Bridged USDC', 6, '0xFF970A61A04b1cA14834A43f5dE4533eBDDB5CC8'],
  ['USDT', 'Tether USD', 6, '0xFd086bC7CD5C481DCC9C85ebE478A1C0b69FCbb9'],
  ['DAI', 'Dai Stablecoin', 18, '0xDA10009cBd5D07dd0CeCc66161FC93D7c9000da1'],
  ['WBTC', 'Wrapped BTC', 8, '0x2f2a2543B76A4166549F7aaB2e75Bef0aefC5B0f'],
  ['ARB', 'Arbitrum', 18, '0x912CE59144191C1204E64559FE8253a0e49E6548'],
  ['GMX', 'GMX', 18, '0xfc5A1A6EB076a2C7aD06eD22C90d7E710E35ad0a'],
  ['LINK', 'ChainLink Token', 18, '0xf97f4df75117a78c1A5a0DBb814Af92458539FB4'],
]

const avalanche: readonly Row[] = [
  ['WAVAX', 'Wrapped AVAX', 18, '0xB31f66AA3C1e785363F0875A1B74E27b85FD66c7'],
  ['USDC', 'USD Coin', 6, '0xB97EF9Ef8734C71904D8002F8b6Bc66Dd9c48a6E'],
  ['USDt', 'TetherToken', 6, '0x9702230A8Ea53601f5cD2dc00fDBc13d4dF4A8c7'],
  ['DAI.e', 'Dai Stablecoin', 18, '0xd586E7F844cEa2F87f50152665BCbc2C279D8d70'],
  ['WETH.e', 'Wrapped Ether', 18, '0x49D5c2BdFfac6CE2BFdB6640F4F80f226bc10bAB'],
  ['BTC.b', 'Bitcoin', 8, '0x152b9d0FdC40C096757F570A51E494bd4b943E50'],
]

const sepolia: readonly Row[] = [['WETH', 'Wrapped Ether', 18, '0xfFf9976782d46CC05630D1f6eBAb18b2324d6B14']]

/** A token that the kit vouches for. */
export type PublicToken = { address: `0x${string}`; symbol: string; name: string; decimals: number }

const tokens = (rows: readonly Row[]): PublicToken[] =>
  rows.map(([symbol, name, decimals, address]) => ({ address, name, symbol, decimals }))

/**
 * The tokens most people hold on public EVM chains, by the chain's number: the one table of their addresses. The wallet's page carries it, so
 * that no server can rename a token or move its decimal point.
 */
export const publicTokens: Readonly<Record<string, readonly PublicToken[]>> = {
  1: tokens(ethereum),
  10: tokens(optimism),
  56: tokens(bnb),
  100: tokens(gnosis),
  137: tokens(polygon),
  8453: tokens(base),
  42161: tokens(arbitrum),
  43114: tokens(avalanche),
  11155111: tokens(sepolia),
}
