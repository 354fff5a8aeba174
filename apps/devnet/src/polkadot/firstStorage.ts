import { devKeys } from './describePolkadot.ts'
import { faucetKey, wellKnown } from './devKeys.ts'
import { type PolkadotAsset, polkadotAssets } from './polkadotAssets.ts'

const coin = 10n ** 10n
const [ownCoins, faucetCoins] = [1_000n * coin, 100_000_000n * coin]
const [ownTokens, faucetTokens] = [1_000n, 100_000_000n]

/** Accounts with an initial balance: those of the phrase, the keys that every library knows, and the faucet. */
const owners = [...devKeys.map(({ address }) => address), ...wellKnown]
const all = [...owners, faucetKey.address]

const amountOf = ({ decimals }: PolkadotAsset, whole: bigint): bigint => whole * 10n ** BigInt(decimals)

/** The storage of a new chain, by the runtime's own names. */
export const firstStorage = {
  System: {
    Account: all.map((address) => [
      [address],
      {
        providers: 1,
        sufficients: polkadotAssets.filter(({ isSufficient }) => isSufficient).length,
        consumers: polkadotAssets.filter(({ isSufficient }) => !isSufficient).length,
        data: { free: String(address === faucetKey.address ? faucetCoins : ownCoins) },
      },
    ]),
  },
  Balances: { TotalIssuance: String(ownCoins * BigInt(owners.length) + faucetCoins) },
  Assets: {
    Asset: polkadotAssets.map((asset) => [[asset.id], detailsOf(asset)]),
    Metadata: polkadotAssets.map(({ id, name, symbol, decimals }) => [[id], { name, symbol, decimals }]),
    Account: polkadotAssets.flatMap((asset) =>
      all.map((address) => [
        [asset.id, address],
        {
          balance: String(amountOf(asset, address === faucetKey.address ? faucetTokens : ownTokens)),
          reason: asset.isSufficient ? 'Sufficient' : 'Consumer',
        },
      ]),
    ),
  },
}

function detailsOf(asset: PolkadotAsset) {
  const { address: owner } = faucetKey
  return {
    ...{ owner, issuer: owner, admin: owner, freezer: owner },
    supply: String(amountOf(asset, ownTokens * BigInt(owners.length) + faucetTokens)),
    minBalance: String(asset.minBalance),
    isSufficient: asset.isSufficient,
    accounts: all.length,
    sufficients: asset.isSufficient ? all.length : 0,
  }
}
