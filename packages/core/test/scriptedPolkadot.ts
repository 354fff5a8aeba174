import { joinBytes } from '@billfold/protocol/bytes'
import { compactBytes, hexOf, uintBytes } from '@billfold/protocol/polkadot/scale'
import { storageKeys } from '@billfold/protocol/polkadot/storageKeys'
import type { QueryChain, WalletRequest } from '../src/chains/chainQuery.ts'
import { keyOf } from '../src/chains/polkadot/holdings.ts'

type Coins = { free: bigint; reserved?: bigint; frozen?: bigint; nonce?: number; livesBy?: 'coins' | 'asset' }
const u128 = (value: bigint) => uintBytes(value, 16)
const u32 = (value: number) => uintBytes(BigInt(value), 4)

/** A mock chain with a real network's metadata (hex): accounts, assets, blocks and finality. */
export function scriptedPolkadot(metadata: string, genesis = '68d56f15f85d3136970ec16946040bc1') {
  const storage = new Map<string, string>()
  const blocks: { hash: string; extrinsics: string[]; events?: string }[] = []
  const methods: string[] = []
  const hashAt = (number: number) =>
    `0x${number === 0 ? genesis.padEnd(64, '0') : number.toString(16).padStart(64, '0')}`
  const headerAt = (number: number) => ({
    number: `0x${number.toString(16)}`,
    parentHash: number === 0 ? `0x${'00'.repeat(32)}` : blocks[number - 1]?.hash,
  })
  const chain = {
    storage,
    methods,
    fee: 160_000_000n,
    final: 0,
    version: { specVersion: 1, transactionVersion: 26 },
    /** Blocks that the node has pruned. */
    isGone: (_number: number): boolean => false,
    /** Its metadata version 15; none by default. */
    described: '0x00',
    submit: (_extrinsic: string): unknown => '0x',
    account(address: string, { free, reserved = 0n, frozen = 0n, nonce = 0, livesBy = 'coins' }: Coins) {
      const flags = 1n << 127n
      const counts = [nonce, 0, ...(livesBy === 'coins' ? [1, 0] : [0, 1])].map(u32)
      const value = joinBytes(...counts, ...[free, reserved, frozen, flags].map(u128))
      storage.set(storageKeys.account(keyOf(address)), hexOf(value))
    },
    asset(
      id: string,
      { min, sufficient = false, frozen = false }: { min: bigint; sufficient?: boolean; frozen?: boolean },
    ) {
      const value = joinBytes(
        ...[new Uint8Array(128), u128(0n), u128(0n), u128(min)],
        Uint8Array.of(sufficient ? 1 : 0),
        ...[u32(0), u32(0), u32(0), Uint8Array.of(frozen ? 1 : 0)],
      )
      storage.set(storageKeys.asset(id), hexOf(value))
    },
    name(id: string, { symbol, decimals }: { symbol: string; decimals: number }) {
      const text = new TextEncoder().encode(symbol)
      const written = joinBytes(compactBytes(text.length), text)
      storage.set(
        storageKeys.assetMetadata(id),
        hexOf(joinBytes(u128(0n), written, written, Uint8Array.of(decimals, 0))),
      )
    },
    holding(id: string, address: string, balance: bigint, frozen = false) {
      const value = joinBytes(u128(balance), Uint8Array.of(frozen ? 1 : 0, 0))
      storage.set(storageKeys.assetAccount(id, keyOf(address)), hexOf(value))
    },
    /** Adds a block with its extrinsics' results. */
    block(extrinsics: readonly (readonly [extrinsic: string, outcome: Uint8Array])[] = []) {
      const records = extrinsics.map(([, outcome], index) =>
        joinBytes(Uint8Array.of(0), u32(index), outcome, Uint8Array.of(0)),
      )
      blocks.push({
        hash: hashAt(blocks.length),
        extrinsics: extrinsics.map(([extrinsic]) => extrinsic),
        events: hexOf(joinBytes(compactBytes(records.length), ...records)),
      })
    },
  }
  const answers: Record<string, (...params: never[]) => unknown> = {
    chain_getBlockHash: (number: number) => (chain.isGone(number) ? null : (blocks[number]?.hash ?? null)),
    chain_getFinalizedHead: () => hashAt(chain.final),
    chain_getHeader: (hash?: string) =>
      headerAt(hash === undefined ? blocks.length - 1 : blocks.findIndex((each) => each.hash === hash)),
    chain_getBlock(hash: string) {
      const at = blocks.findIndex((each) => each.hash === hash)
      return at < 0 ? null : { block: { header: headerAt(at), extrinsics: blocks[at]?.extrinsics } }
    },
    state_getRuntimeVersion: () => chain.version,
    state_getMetadata: () => metadata,
    state_getStorage: (key: string, hash?: string) =>
      key === storageKeys.events ? blocks.find((each) => each.hash === hash)?.events : (storage.get(key) ?? null),
    state_call: (name: string) =>
      name === 'Metadata_metadata_at_version'
        ? chain.described
        : hexOf(joinBytes(compactBytes(1), compactBytes(2), Uint8Array.of(0), u128(chain.fee))),
    system_properties: () => ({ ss58Format: 0, tokenDecimals: [10], tokenSymbol: ['DOT'] }),
    system_accountNextIndex: () => 3,
    author_submitExtrinsic: (extrinsic: string) => chain.submit(extrinsic),
  }
  const ask: QueryChain = async (question) => {
    const { method, params } = question as WalletRequest
    methods.push(method)
    const answer = answers[method]
    if (!answer) throw new Error(`No answer to ${method}`)
    return answer(...(params as never[]))
  }
  chain.block()
  return { ...chain, chain, ask }
}
