import { type CaipAddress, caipNetworkId, parseCaipAddress } from '@billfold/protocol/caip'
import { cleanIcon, cleanText } from '@billfold/protocol/cleanText'
import { KitError } from '@billfold/protocol/error'
import type { Kit } from '../../kit.ts'
import { connectedAccount } from '../../model/connectedAccount.ts'
import type { TokenBalance } from '../../model/tokenBalance.ts'
import { withDeadline } from '../../ports/withDeadline.ts'

const waitMs = 10_000
/** Balances poll every ten seconds; wallets are queried less often. */
const keptMs = 60_000
const maxAssets = 500
/** More dollars than exist. */
const maxDollars = 1e15

type Given = Readonly<Record<string, unknown>>
/** A wallet's row, validated: the native coin has no address. */
type Asset = {
  address?: string
  amount: bigint
  name: string
  symbol: string
  decimals: number | undefined
  price?: number
  iconUrl?: string
}

const given = (value: unknown): Given => (typeof value === 'object' && value !== null ? (value as Given) : {})
const text = (value: unknown, length: number): string => (typeof value === 'string' ? cleanText(value, length) : '')

function assetOf(value: unknown): Asset[] {
  const { type, balance, address, metadata } = given(value)
  const { name, symbol, decimals, price, iconUrl } = given(metadata)
  // EIP-7811 uses lowercase types, AppKit's wallets uppercase.
  const isNative = type === 'native' || type === 'NATIVE'
  const isErc20 = type === 'erc20' || type === 'ERC20'
  const isToken = isErc20 && typeof address === 'string' && /^0x[\da-fA-F]{40}$/.test(address)
  if (!(isNative || isToken) || typeof balance !== 'string' || !/^0x[\da-fA-F]{1,64}$/.test(balance)) return []
  const isCount = typeof decimals === 'number' && Number.isInteger(decimals) && decimals >= 0 && decimals <= 77
  if (decimals !== undefined && !isCount) return []
  // Data URLs only: a remote image would reveal the visitor.
  const icon = cleanIcon(iconUrl)
  return [
    {
      ...(isToken ? { address } : {}),
      amount: BigInt(balance),
      name: text(name, 40),
      symbol: text(symbol, 12),
      decimals,
      ...(typeof price === 'number' && price > 0 && price < maxDollars ? { price } : {}),
      ...(icon ? { iconUrl: icon } : {}),
    },
  ]
}

const kept = new WeakMap<Kit, Map<string, { at: number; assets: Promise<readonly Asset[]> }>>()

/**
 * Merges the server's balances with those of a wallet that announces EIP-7811: the wallet's amounts, the server's
 * prices, and wallet-only tokens as unlisted. Drops invalid rows.
 */
export async function withWalletAssets(
  kit: Kit,
  address: CaipAddress,
  rows: readonly TokenBalance[],
): Promise<readonly TokenBalance[]> {
  const { namespace, reference, address: plain } = parseCaipAddress(address)
  const account = connectedAccount(kit.store.get(), namespace)
  const connector = account && kit.connectors.get(namespace, account.connectorId)
  // Over WalletConnect, each request opens the wallet's app.
  if (!connector || connector.type === 'WALLET_CONNECT' || !isSame(account.address, plain)) return rows
  const networkId = caipNetworkId(namespace, reference)
  const chain = `0x${Number(reference).toString(16)}`
  const ask = async (): Promise<readonly Asset[]> => {
    const request = (method: string, params: unknown) =>
      withDeadline(kit.ports.clock, waitMs, connector.request(networkId, method, params))
    const able = given(await request('wallet_getCapabilities', [plain]))
    if (![able[chain], able['0x0']].some((each) => given(given(each).assetDiscovery).supported === true)) return []
    const list = given(await request('wallet_getAssets', [{ account: plain, chainFilter: [chain] }]))[chain]
    return Array.isArray(list) ? list.slice(0, maxAssets).flatMap(assetOf) : []
  }
  const own = kept.get(kit) ?? new Map<string, { at: number; assets: Promise<readonly Asset[]> }>()
  kept.set(kit, own)
  const key = `${connector.id} ${address}`
  const now = kit.ports.clock.now()
  let one = own.get(key)
  if (!one || now - one.at >= keptMs) {
    one = { at: now, assets: ask() }
    own.set(key, one)
  }
  try {
    return merged(rows, await one.assets, networkId)
  } catch (e) {
    kit.ports.log.info(`No assets from ${connector.name} (${KitError.from(e).message})`)
    return rows
  }
}

const worth = (amount: bigint, decimals: number, price: number | undefined) =>
  price === undefined ? {} : { price, value: (Number(amount) / 10 ** decimals) * price }

const picture = (iconUrl: string | undefined) => (iconUrl ? { iconUrl } : {})

/** Compares case-insensitively. */
const isSame = (one: string, other: string): boolean => BigInt(one) === BigInt(other)

function merged(
  rows: readonly TokenBalance[],
  assets: readonly Asset[],
  networkId: TokenBalance['networkId'],
): readonly TokenBalance[] {
  const all = [...rows]
  const seen = new Set<number>()
  for (const { address, amount, name, symbol, decimals, price: own, iconUrl } of assets) {
    const at = all.findIndex((row) => (address && row.address ? isSame(row.address, address) : address === row.address))
    const row = all[at]
    if (row) {
      if (seen.has(at) || (decimals ?? row.decimals) !== row.decimals) continue
      seen.add(at)
      all[at] = { ...row, amount, ...worth(amount, row.decimals, row.price ?? own), ...picture(row.iconUrl ?? iconUrl) }
    } else if (address && symbol && decimals !== undefined) {
      seen.add(all.length)
      const more = { ...worth(amount, decimals, own), ...picture(iconUrl) }
      all.push({ networkId, address, name: name || symbol, symbol, amount, decimals, isListed: false, ...more })
    }
  }
  return all
    .filter(({ amount }) => amount > 0n)
    .sort((a, b) => (b.value ?? -1) - (a.value ?? -1) || Number(!!a.address) - Number(!!b.address))
}
