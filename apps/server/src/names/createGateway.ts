import type { NameAttributes } from '@billfold/protocol/api/signedName'
import { encodeCoinAddress } from '@billfold/protocol/coinAddress'
import { coins } from '@billfold/protocol/coinType'
import { KitError } from '@billfold/protocol/error'
import {
  type Address,
  bytesToHex,
  decodeFunctionData,
  encodeAbiParameters,
  encodeFunctionResult,
  encodePacked,
  type Hex,
  hexToBytes,
  isAddress,
  isHex,
  keccak256,
  namehash,
  type PrivateKeyAccount,
  parseAbi,
} from 'viem'
import type { Names } from './createNames.ts'
import { addressFor, type OwnName } from './ownName.ts'

/** How long a signed response is valid. */
const lifeSeconds = 300
/** In hex: many times the length of a normal query. */
const longest = 8_000
const abi = parseAbi(['function resolve(bytes name, bytes data) view returns (bytes)'])
const recordAbi = parseAbi([
  'function addr(bytes32 node) view returns (address)',
  'function text(bytes32 node, string key) view returns (string)',
  'function contenthash(bytes32 node) view returns (bytes)',
])
const coinAbi = parseAbi(['function addr(bytes32 node, uint256 coinType) view returns (bytes)'])
const zeroAddress: Address = '0x0000000000000000000000000000000000000000'

const texts: Readonly<Record<string, keyof NameAttributes>> = {
  avatar: 'avatar',
  description: 'bio',
  url: 'url',
  'com.twitter': 'twitter',
  'com.github': 'github',
}

type Deps = { names: Pick<Names, 'find' | 'isOurs'>; signer: PrivateKeyAccount; now?: () => Date }

/**
 * Answers the on-chain resolver (EIP-3668) for our own names only, signed for that contract, that query and five
 * minutes. An unregistered name has an empty response.
 */
export function createGateway({ names, signer, now = () => new Date() }: Deps) {
  return async ({ sender, data }: { sender: string; data: string }): Promise<{ data: Hex }> => {
    if (!isAddress(sender, { strict: false }) || !isHex(data) || data.length > longest) throw unreadable()
    const question = readQuestion(data)
    const name = question && readName(question.name)
    if (!question || !name) throw unreadable()
    if (!names.isOurs(name)) throw new KitError('not_found', { message: 'This gateway only resolves its own names.' })
    const result = answer(question.data, name, await names.find(name))
    if (result === undefined)
      throw new KitError('not_found', { message: 'This gateway does not serve this record type.' })
    const expires = BigInt(Math.floor(now().getTime() / 1000) + lifeSeconds)
    const hash = keccak256(
      encodePacked(
        ['bytes', 'address', 'uint64', 'bytes32', 'bytes32'],
        ['0x1900', sender, expires, keccak256(data), keccak256(result)],
      ),
    )
    const signature = await signer.sign({ hash })
    return {
      data: encodeAbiParameters(
        [{ type: 'bytes' }, { type: 'uint64' }, { type: 'bytes' }],
        [result, expires, signature],
      ),
    }
  }
}

function readQuestion(data: Hex): { name: Hex; data: Hex } | undefined {
  try {
    const { args } = decodeFunctionData({ abi, data })
    return { name: args[0], data: args[1] }
  } catch {
    return undefined // another call, or an invalid one
  }
}

/** Decodes a DNS name: each label follows its length. */
function readName(encoded: Hex): string | undefined {
  const bytes = hexToBytes(encoded)
  const words: string[] = []
  let at = 0
  for (let length = bytes[at] ?? 0; length > 0; length = bytes[at] ?? 0) {
    if (at + length >= bytes.length) return undefined
    words.push(new TextDecoder().decode(bytes.subarray(at + 1, at + 1 + length)))
    at += 1 + length
  }
  return at === bytes.length - 1 ? words.join('.') : undefined
}

/** The result of a record's call; undefined for a different name or an unknown call. */
function answer(data: Hex, name: string, own: OwnName | undefined): Hex | undefined {
  const node = namehash(name)
  const address = (coin: number) => own && addressFor(own, coin)
  try {
    if (data.startsWith('0xf1cb7e06')) {
      const { args } = decodeFunctionData({ abi: coinAbi, data })
      if (args[0] !== node) return undefined
      const coin = args[1] <= 0xffff_ffffn ? Number(args[1]) : -1
      const record = address(coin)
      // In the coin's own binary encoding (ENSIP-9).
      const result = record === undefined ? '0x' : bytesToHex(encodeCoinAddress(coin, record))
      return encodeFunctionResult({ abi: coinAbi, functionName: 'addr', result })
    }
    const { functionName, args } = decodeFunctionData({ abi: recordAbi, data })
    if (args[0] !== node) return undefined
    if (functionName === 'addr')
      return encodeFunctionResult({
        abi: recordAbi,
        functionName,
        result: (address(coins.ethereum) as Address) ?? zeroAddress,
      })
    if (functionName === 'contenthash') return encodeFunctionResult({ abi: recordAbi, functionName, result: '0x' })
    const key = Object.hasOwn(texts, args[1]) ? texts[args[1]] : undefined
    return encodeFunctionResult({ abi: recordAbi, functionName, result: (key && own?.attributes[key]) ?? '' })
  } catch {
    return undefined // an unsupported record
  }
}

const unreadable = () => new KitError('missing_input', { message: 'This is not a name lookup.' })
