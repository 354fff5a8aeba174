import { readAssetName } from '@billfold/protocol/polkadot/accountState'
import { type CallDescription, describeCall } from '@billfold/protocol/polkadot/describeCall'
import type { SignerPayload } from '@billfold/protocol/polkadot/extrinsic'
import { readMetadata } from '@billfold/protocol/polkadot/metadata'
import { bytesOf, scaleReader } from '@billfold/protocol/polkadot/scale'
import { writePolkadotAddress } from '@billfold/protocol/polkadot/ss58'
import { storageKeys } from '@billfold/protocol/polkadot/storageKeys'

type Ask = (method: string, params: readonly unknown[]) => Promise<unknown>
type Coin = { symbol: string; decimals: number }

/** One thing that a transaction does: it moves something, or it calls the chain for something else. */
export type ExtrinsicStep =
  | ({ kind: 'move'; to: string; amount: bigint } & Coin)
  | { kind: 'call'; name: string; given: CallDescription['given'] }

/** Describes a transaction by the metadata of its runtime; throws if the node runs a different one. */
export async function describeExtrinsic(
  { method, specVersion, genesisHash }: Pick<SignerPayload, 'method' | 'specVersion' | 'genesisHash'>,
  ask: Ask,
): Promise<readonly ExtrinsicStep[]> {
  const [genesis, version, written, properties] = await Promise.all([
    ask('chain_getBlockHash', [0]),
    ask('state_getRuntimeVersion', []),
    ask('state_getMetadata', []),
    ask('system_properties', []),
  ])
  const runs = (version as { specVersion?: unknown } | null)?.specVersion
  if (genesis !== genesisHash || runs !== Number(specVersion)) throw new Error('The node runs a different runtime')
  const metadata = readMetadata(bytesOf(written))
  const prefixBytes = metadata.pallets.find(({ name }) => name === 'System')?.constants.SS58Prefix
  const prefix = prefixBytes ? Number(scaleReader(prefixBytes).uint(prefixBytes.length)) : 42
  const call = describeCall(metadata, bytesOf(method))
  return Promise.all(
    (call.steps ?? [call]).map(async ({ name, given, move }): Promise<ExtrinsicStep> => {
      if (!move) return { kind: 'call', name, given }
      const coin = move.asset === undefined ? coinOf(properties) : await assetOf(move.asset, ask)
      const to = writePolkadotAddress({ prefix, publicKey: move.to })
      return { kind: 'move', to, amount: move.amount, ...coin }
    }),
  )
}

/** Some nodes list several coins, their own first. */
function coinOf(properties: unknown): Coin {
  const { tokenSymbol, tokenDecimals } = (properties ?? {}) as Record<string, unknown>
  const [symbol, decimals] = [tokenSymbol, tokenDecimals].map((value) => (Array.isArray(value) ? value[0] : value))
  return typeof symbol === 'string' && typeof decimals === 'number'
    ? { symbol: symbol.slice(0, 20), decimals }
    : { symbol: 'of the smallest units', decimals: 0 }
}

/** Asset names are not unique, so the number is shown with it. */
async function assetOf(asset: string, ask: Ask): Promise<Coin> {
  const named = readAssetName(await ask('state_getStorage', [storageKeys.assetMetadata(asset)]))
  return named
    ? { symbol: `${named.symbol.slice(0, 20)} (asset ${asset})`, decimals: named.decimals }
    : { symbol: `of asset ${asset}`, decimals: 0 }
}
