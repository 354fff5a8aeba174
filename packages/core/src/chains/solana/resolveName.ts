import { decodeBase58, encodeBase58 } from '@billfold/protocol/base58'
import { hexOf, isSameBytes, joinBytes } from '@billfold/protocol/bytes'
import { KitError } from '@billfold/protocol/error'
import { isOnCurve } from '@billfold/protocol/solana/isOnCurve'
import { type Account, readAccounts } from '@billfold/protocol/solana/readAccounts'
import { nameAddress, nameService, tokenRecordAddress } from '@billfold/protocol/solana/solName'
import type { QueryChain } from '../chainQuery.ts'
import { isSignedBy } from './isSignedBy.ts'

/** Names are lowercase; others are rejected as possible lookalikes. */
const form = /^(?:[a-z0-9][a-z0-9-]{0,62}\.){1,2}sol$/
const headLength = 96
/** Tokenized: the registry does not know the owner. */
const activeToken = 2
const bySolana = 1

/**
 * Resolves a `.sol` name by the name service's rule (SNS-IP 5): the address in a valid record of its owner, otherwise
 * the owner. Undefined if unregistered; throws if ambiguous.
 */
export async function resolveName(
  { name: written }: { name: string },
  ask: QueryChain,
): Promise<{ address: string; name: string } | undefined> {
  const name = written.toLowerCase()
  if (!name.endsWith('.sol')) return undefined
  if (!form.test(name)) throw new KitError('invalid_input', { message: 'The name is not valid' })
  const [label = '', sub] = name.slice(0, -'.sol'.length).split('.').reverse()
  const domain = nameAddress(label, nameService.root)
  const [account, parent] = sub === undefined ? [domain, nameService.root] : [nameAddress(`\0${sub}`, domain), domain]
  const newer = nameAddress('\u0002SOL', account, nameService.records)
  const older = nameAddress('\u0001SOL', account)
  const [registered, token, second, first] = await readAccounts(
    [account, tokenRecordAddress(account), newer, older],
    ask,
  )
  const owner = registered && ownerOf(registered, parent)
  if (owner === undefined) return undefined
  if (token?.owner === nameService.tokenizer && token.data[0] === activeToken)
    throw unsure('The name is held as a token')
  const address = checkedRecord(second, owner) ?? (await signedRecord(first, older, owner)) ?? owner
  if (!isOnCurve(decodeBase58(address))) throw unsure('The name belongs to a program')
  return { address, name }
}

/** A name's owner, if the account is the registry's own under that parent. */
function ownerOf({ owner, data }: Account, parent: string): string | undefined {
  if (owner !== nameService.program || data.length < headLength) return undefined
  const holder = encodeBase58(data.subarray(32, 64))
  return encodeBase58(data.subarray(0, 32)) === parent && holder !== '11111111111111111111111111111111'
    ? holder
    : undefined
}

/** A record of version 2: its writer, and the payee's consent. An earlier owner's does not count. */
function checkedRecord(record: Account | undefined, owner: string): string | undefined {
  if (record?.owner !== nameService.program) return undefined
  const body = record.data.subarray(headLength)
  const view = new DataView(body.buffer, body.byteOffset, body.byteLength)
  if (body.length < 8 + 96 || view.getUint16(0, true) !== bySolana || view.getUint16(2, true) !== bySolana)
    throw unsure('The name’s record is not checked')
  const [writer, agreed, content] = [8, 40, 72].map((at) => body.subarray(at, at + 32)) as [
    Uint8Array,
    Uint8Array,
    Uint8Array,
  ]
  if (view.getUint32(4, true) !== 32) throw unsure('The name’s record is not an address')
  if (encodeBase58(writer) !== owner) return undefined
  if (!isSameBytes(agreed, content)) throw unsure('The name’s record is not confirmed')
  return encodeBase58(content)
}

/** A record of version 1: an address signed by the owner. */
async function signedRecord(record: Account | undefined, at: string, owner: string): Promise<string | undefined> {
  if (record?.owner !== nameService.program || record.data.length < headLength + 96) return undefined
  const content = record.data.subarray(headLength, headLength + 32)
  const signature = record.data.subarray(headLength + 32, headLength + 96)
  const signed = new TextEncoder().encode(hexOf(joinBytes(content, decodeBase58(at))))
  return (await isSignedBy(owner, signed, signature)) ? encodeBase58(content) : undefined
}

const unsure = (message: string) => new KitError('method_unsupported', { message })
