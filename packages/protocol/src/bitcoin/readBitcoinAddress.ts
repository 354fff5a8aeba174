import { sha256 } from '@noble/hashes/sha2.js'
import { decodeBase58 } from '../base58.ts'
import { joinBytes } from '../bytes.ts'
import { KitError } from '../error.ts'
import { bytesOfWords, decodeBech32 } from './bech32.ts'

/** Coins of these are worth something, nothing, and nothing anywhere else: testnet and signet write their addresses alike. */
export type BitcoinRealm = 'main' | 'test' | 'regtest'
export type BitcoinScriptKind = 'p2pkh' | 'p2sh' | 'p2wpkh' | 'p2wsh' | 'p2tr' | 'segwit'

export type BitcoinAddress = {
  /** In its one written form. */
  address: string
  kind: BitcoinScriptKind
  /** The realms where it can be paid: testnets and a local chain share the encoding of older kinds. */
  realms: readonly BitcoinRealm[]
  /** The script of an output that pays it. */
  script: Uint8Array
}

const prefixes: Readonly<Record<string, BitcoinRealm>> = { bc: 'main', tb: 'test', bcrt: 'regtest' }
const versions: Readonly<Record<number, { kind: 'p2pkh' | 'p2sh'; realms: readonly BitcoinRealm[] }>> = {
  0: { kind: 'p2pkh', realms: ['main'] },
  5: { kind: 'p2sh', realms: ['main'] },
  111: { kind: 'p2pkh', realms: ['test', 'regtest'] },
  196: { kind: 'p2sh', realms: ['test', 'regtest'] },
}
const longest = 90

/** Reads a Bitcoin address of any kind and chain; throws if it is invalid or its checksum is wrong. */
export function readBitcoinAddress(text: string): BitcoinAddress {
  if (text.length > longest) throw notAnAddress()
  const isSegwit = /^(bc|tb|bcrt)1/i.test(text)
  return isSegwit ? readSegwit(text) : readBase58(text)
}

function readBase58(address: string): BitcoinAddress {
  const bytes = decodeBase58(address)
  const [body, check] = [bytes.slice(0, 21), bytes.slice(21)]
  const sum = sha256(sha256(body))
  const version = versions[body[0] ?? -1]
  if (bytes.length !== 25 || !version || check.some((byte, at) => byte !== sum[at])) throw notAnAddress()
  const hash = body.slice(1)
  const script =
    version.kind === 'p2pkh'
      ? joinBytes(Uint8Array.of(0x76, 0xa9, 20), hash, Uint8Array.of(0x88, 0xac))
      : joinBytes(Uint8Array.of(0xa9, 20), hash, Uint8Array.of(0x87))
  return { address, ...version, script }
}

function readSegwit(text: string): BitcoinAddress {
  const { kind: writing, prefix, words } = decodeBech32(text)
  const [version = 17, ...rest] = words
  const realm = prefixes[prefix]
  const program = bytesOfWords(rest)
  const { length } = program
  const isLong = length >= 2 && length <= 40 && (version > 0 || length === 20 || length === 32)
  if (!realm || version > 16 || !isLong || writing !== (version === 0 ? 'bech32' : 'bech32m')) throw notAnAddress()
  return {
    address: text.toLowerCase(),
    kind: segwitKind(version, length),
    realms: [realm],
    script: joinBytes(Uint8Array.of(version === 0 ? 0 : 0x50 + version, length), program),
  }
}

function segwitKind(version: number, length: number): BitcoinScriptKind {
  if (version === 0) return length === 20 ? 'p2wpkh' : 'p2wsh'
  return version === 1 && length === 32 ? 'p2tr' : 'segwit'
}

const notAnAddress = () => new KitError('invalid_input', { message: 'Not a Bitcoin address' })
