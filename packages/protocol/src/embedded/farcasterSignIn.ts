import * as z from 'zod/mini'
import { KitError } from '../error.ts'
import { checkSignIn } from '../signin/checkSignIn.ts'
import { isEvmMessageSigned } from '../signin/isEvmMessageSigned.ts'
import { readSignIn } from '../signin/readSignIn.ts'
import { RefusedSignIn } from '../signin/refusedSignIn.ts'
import { writeSignIn } from '../signin/signInText.ts'
import type { AskChain } from '../signin/verifySignature.ts'

/** The chain and addresses of Farcaster's registries: the same for all of its clients. */
const farcasterChain = 'eip155:10'
export const farcasterRegistries = {
  /** Maps custody addresses to ids. */
  ids: '0x00000000Fc6c5F01Fc30151999387Bb99A9f489b',
  /** Maps people to other addresses that may sign for them. */
  keys: '0x00000000fc1237824fb747abde0ff18990e59b7e',
} as const

const statement = 'Farcaster Auth'
/** The statement of older apps. */
const olderStatement = 'Farcaster Connect'
const fidResource = /^farcaster:\/\/fid\/([1-9]\d{0,14})\/?$/
/** In the register of keys: an address that may sign in, and that it was added and not removed. */
const authKeyType = 2n
const added = 1n

/** The expected sign-in; any other is rejected. */
export type ExpectedFarcaster = { domain: string; uri: string; nonce: string; now: number }
/** The signed-in person, and the kind of address that signed. */
export type FarcasterPerson = { fid: string; by: 'custody' | 'authAddress' }

/** The message that a person's Farcaster app signs. */
export const writeFarcasterSignIn = ({
  fid,
  ...request
}: {
  domain: string
  address: string
  uri: string
  nonce: string
  fid: string
  issuedAt: string
  expirationTime?: string | undefined
}): string => {
  const { expirationTime, ...rest } = request
  return writeSignIn({
    ...{ ...rest, statement, version: '1', chainId: farcasterChain, resources: [`farcaster://fid/${fid}`] },
    ...(expirationTime === undefined ? {} : { expirationTime }),
  })
}

/**
 * Verifies a signed message by itself and the registries, and returns its signer: the relay's word does not count. A
 * mismatch is a `RefusedSignIn`; unreachable registries are `sources_unavailable`.
 */
export async function verifyFarcasterSignIn(
  { message, signature }: { message: string; signature: string },
  { domain, uri, nonce, now }: ExpectedFarcaster,
  ask: AskChain,
): Promise<FarcasterPerson> {
  const text = readSignIn(message)
  if (text.statement !== statement && text.statement !== olderStatement)
    throw new RefusedSignIn('unreadable', 'it lacks Farcaster’s statement')
  checkSignIn(text, { domain, nonce, chainIds: [farcasterChain], now })
  if (text.uri !== uri) throw new RefusedSignIn('uri', 'its URI is not the requested one')
  // Farcaster's own clients forgive no minute here.
  if (text.expirationTime && Date.parse(text.expirationTime) <= now)
    throw new RefusedSignIn('expired', 'it has expired')
  if (text.notBefore && Date.parse(text.notBefore) > now) throw new RefusedSignIn('not_yet', 'it is not valid yet')
  const fids = (text.resources ?? []).flatMap((resource) => fidResource.exec(resource)?.[1] ?? [])
  const [fid] = fids
  if (fid === undefined || fids.length > 1) throw new RefusedSignIn('address', 'it does not name one person')
  const account = { chainId: farcasterChain, address: text.address } as const
  if (!(await isEvmMessageSigned(account, message, signature, ask)))
    throw new RefusedSignIn('signature', 'its signature is from another key')
  const [custodian, key] = await Promise.all([readFid(text.address, ask), readKey(fid, text.address, ask)])
  if (key.type === authKeyType && key.state === added) return { fid, by: 'authAddress' }
  if (custodian === BigInt(fid)) return { fid, by: 'custody' }
  throw new RefusedSignIn('address', 'its address may not sign for this person')
}

/** `idOf(address)`: the person whose custody address it is, or 0. */
async function readFid(address: string, ask: AskChain): Promise<bigint> {
  const [fid] = await call(farcasterRegistries.ids, `0xd94fe832${wordOf(address)}`, 1, ask)
  return fid!
}

/** `keyDataOf(uint256,bytes)`: what a person's register says of an address. */
async function readKey(fid: string, address: string, ask: AskChain): Promise<{ state: bigint; type: bigint }> {
  const words = [BigInt(fid), 64n, 32n].map((word) => word.toString(16).padStart(64, '0')).join('')
  const [state, type] = await call(farcasterRegistries.keys, `0xac34cc5a${words}${wordOf(address)}`, 2, ask)
  return { state: state!, type: type! }
}

const wordOf = (address: string): string => address.slice(2).padStart(64, '0')

async function call(to: string, data: string, words: number, ask: AskChain): Promise<bigint[]> {
  const response = await ask(farcasterChain, 'eth_call', [{ to, data }, 'latest'])
  const read = z.safeParse(z.string().check(z.regex(new RegExp(`^0x[0-9a-f]{${64 * words}}$`, 'i'))), response)
  // On a different chain, these addresses have no code, so the call returns nothing.
  if (!read.success)
    throw new KitError('sources_unavailable', { message: 'Farcaster’s registries are unavailable now.' })
  return Array.from({ length: words }, (_, at) => BigInt(`0x${read.data.slice(2 + 64 * at, 66 + 64 * at)}`))
}
