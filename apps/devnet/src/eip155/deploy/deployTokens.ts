import { type Address, parseEther, parseUnits } from 'viem'
import { ownArtifact, packageArtifact } from './artifact.ts'
import type { Deployer } from './createDeployer.ts'
import type { Deployment, Token } from './deployment.ts'

const contractOf = {
  plain: 'PlainToken',
  permit: 'PermitToken',
  noReturn: 'NoReturnToken',
  feeOnTransfer: 'FeeOnTransferToken',
} as const

type Row = { symbol: string; name: string; decimals: number; kind: keyof typeof contractOf; each: string }

/** One token for each way tokens behave; `each` is the initial balance of every test account. */
const rows = {
  usdc: { symbol: 'USDC', name: 'USD Coin', decimals: 6, kind: 'permit', each: '100000' },
  dai: { symbol: 'DAI', name: 'Dai Stablecoin', decimals: 18, kind: 'permit', each: '100000' },
  usdt: { symbol: 'USDT', name: 'Tether USD', decimals: 6, kind: 'noReturn', each: '100000' },
  wbtc: { symbol: 'WBTC', name: 'Wrapped BTC', decimals: 8, kind: 'plain', each: '2' },
  fold: { symbol: 'FOLD', name: 'Billfold Token', decimals: 18, kind: 'plain', each: '50000' },
  toll: { symbol: 'TOLL', name: 'Toll Token', decimals: 18, kind: 'feeOnTransfer', each: '50000' },
} as const satisfies Record<string, Row>

export type TokenId = 'weth' | keyof typeof rows
export type Tokens = Record<TokenId, Token>

const wethEach = parseEther('10')
const wethForPools = parseEther('30000')
const constructorGas = 1_200_000n

/** Creates the tokens, gives each holder some of each, and the deployer enough to fill the pools. */
export function deployTokens(deployer: Deployer, holders: readonly Address[]): Tokens {
  const create = ({ each, kind, ...token }: Row): Token => {
    const artifact = ownArtifact(`own/${contractOf[kind]}`)
    const units = (amount: string) => parseUnits(amount, token.decimals)
    const args = [token.name, token.symbol, token.decimals, holders, units(each)]
    const address = deployer.deploy(artifact, args, constructorGas)
    deployer.call({
      to: address,
      abi: artifact.abi,
      functionName: 'mint',
      args: [deployer.address, units('1000000000')],
    })
    return { address, ...token, kind }
  }
  const { usdc, dai, usdt, wbtc, fold, toll } = rows
  const weth = deployWeth(deployer, holders)
  return {
    weth,
    usdc: create(usdc),
    dai: create(dai),
    usdt: create(usdt),
    wbtc: create(wbtc),
    fold: create(fold),
    toll: create(toll),
  }
}

function deployWeth(deployer: Deployer, holders: readonly Address[]): Token {
  const artifact = packageArtifact('@uniswap/v2-periphery/build/WETH9.json')
  const to = deployer.deploy(artifact)
  const value = wethForPools + wethEach * BigInt(holders.length)
  deployer.call({ to, abi: artifact.abi, functionName: 'deposit', value })
  for (const holder of holders)
    deployer.call({ to, abi: artifact.abi, functionName: 'transfer', args: [holder, wethEach] })
  return { address: to, name: 'Wrapped Ether', symbol: 'WETH', decimals: 18, kind: 'wrapped' }
}

/** Two collections, described at `<metadataUrl>/erc721/<id>.json` and `<metadataUrl>/erc1155/<64 hex digits>.json`. */
export function deployCollectibles(
  deployer: Deployer,
  holders: readonly Address[],
  metadataUrl: string,
): Deployment['nfts'] {
  const create = (contract: 'Collectible721' | 'Collectible1155', args: readonly unknown[]) =>
    deployer.deploy(ownArtifact(`own/${contract}`), args, 2_500_000n)
  const tiles = create('Collectible721', ['Billfold Tiles', 'TILE', `${metadataUrl}/erc721`, holders, 3n])
  const patterns = create('Collectible1155', [
    'Billfold Patterns',
    'PTRN',
    `${metadataUrl}/erc1155/{id}.json`,
    holders,
    5n,
  ])
  return [
    { address: tiles, name: 'Billfold Tiles', standard: 'erc721' },
    { address: patterns, name: 'Billfold Patterns', standard: 'erc1155' },
  ]
}
