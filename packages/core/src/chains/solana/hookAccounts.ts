import { decodeBase58, encodeBase58 } from '@billfold/protocol/base58'
import { joinBytes } from '@billfold/protocol/bytes'
import { programAddress } from '@billfold/protocol/solana/programAddress'
import { type Account, readAccounts } from '@billfold/protocol/solana/readAccounts'
import type { QueryChain } from '../chainQuery.ts'
import type { AccountMeta } from './encodeTransaction.ts'

type Move = { hook: string; mint: string; source: string; destination: string; owner: string; amount: bigint }

/** The discriminator of a hook's execute call, followed by the amount. */
const execute = Uint8Array.of(105, 37, 101, 197, 75, 251, 102, 26)
const entryLength = 35
/** More would not fit into a transaction. */
const maxEntries = 20

/**
 * The accounts that a token's hook requires on a transfer, from its account list on chain: appended to the transfer's
 * own, with the program and the list. Undefined without a list, or if one cannot be resolved.
 */
export async function hookAccounts(move: Move, ask: QueryChain): Promise<AccountMeta[] | undefined> {
  const { hook, mint, source, destination, owner, amount } = move
  const list = programAddress(hook, new TextEncoder().encode('extra-account-metas'), decodeBase58(mint))
  const [kept] = await readAccounts([list], ask)
  const entries = kept?.owner === hook ? entriesIn(kept.data) : undefined
  if (!entries) return undefined
  const data = joinBytes(
    execute,
    Uint8Array.from({ length: 8 }, (_, at) => Number((amount >> BigInt(8 * at)) & 255n)),
  )
  const known = [source, mint, destination, owner, list]
  const contents = new Map<string, Account | undefined>()
  const read = async (index: number): Promise<Uint8Array | undefined> => {
    const address = known[index]
    if (address === undefined) return undefined
    if (!contents.has(address)) contents.set(address, (await readAccounts([address], ask))[0])
    return contents.get(address)?.data
  }
  const metas: AccountMeta[] = []
  for (const entry of entries) {
    const address = await addressOf(entry, { hook, known, data, read })
    // Only the sender signs, and only for the transfer.
    if (address === undefined || entry[33] !== 0) return undefined
    known.push(address)
    metas.push({ address, ...(entry[34] !== 0 && { isWritable: true }) })
  }
  return [...metas, { address: hook }, { address: list }]
}

/** After discriminator and length: a count, and entries of fixed size. */
function entriesIn(data: Uint8Array): Uint8Array[] | undefined {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
  for (let at = 0; at + 12 <= data.length; ) {
    const length = view.getUint32(at + 8, true)
    const isOurs = execute.every((byte, index) => data[at + index] === byte)
    const begin = at + 12
    at = begin + length
    if (!isOurs) continue
    if (at > data.length || length < 4) return undefined
    const count = view.getUint32(begin, true)
    if (count > maxEntries || 4 + count * entryLength > length) return undefined
    return Array.from({ length: count }, (_, index) => {
      const first = begin + 4 + index * entryLength
      return data.subarray(first, first + entryLength)
    })
  }
  return undefined
}

type Places = {
  hook: string
  known: readonly string[]
  /** The hook's call data. */
  data: Uint8Array
  read(index: number): Promise<Uint8Array | undefined>
}

/** Resolves an entry: a literal address, a PDA, or an address in account data. */
async function addressOf(entry: Uint8Array, places: Places): Promise<string | undefined> {
  const [kind, config] = [entry[0]!, entry.subarray(1, 33)]
  if (kind === 0) return encodeBase58(config)
  if (kind === 1 || kind >= 128) {
    const program = kind === 1 ? places.hook : places.known[kind - 128]
    const seeds = await seedsIn(config, places)
    return program && seeds && programAddress(program, ...seeds)
  }
  if (kind !== 2) return undefined
  const from = config[0] === 1 ? places.data : config[0] === 2 ? await places.read(config[1]!) : undefined
  const at = config[0] === 1 ? config[1]! : config[2]!
  const key = from?.subarray(at, at + 32)
  return key?.length === 32 ? encodeBase58(key) : undefined
}

/** Decodes packed seeds, each with its type. */
async function seedsIn(config: Uint8Array, { known, data, read }: Places): Promise<Uint8Array[] | undefined> {
  const seeds: Uint8Array[] = []
  for (let at = 0; at < config.length && config[at] !== 0; ) {
    const [kind, one, two, three] = config.subarray(at, at + 4) as unknown as [number, number, number, number]
    const whole: Uint8Array | undefined =
      kind === 1
        ? config.subarray(at + 2, at + 2 + one)
        : kind === 2
          ? data.subarray(one, one + two)
          : kind === 3
            ? known[one] === undefined
              ? undefined
              : decodeBase58(known[one])
            : kind === 4
              ? (await read(one))?.subarray(two, two + three)
              : undefined
    const length = kind === 1 ? one : kind === 2 ? two : kind === 3 ? 32 : three
    if (whole?.length !== length) return undefined
    seeds.push(whole)
    at += kind === 1 ? 2 + one : kind === 2 ? 3 : kind === 3 ? 2 : 4
  }
  return seeds
}
