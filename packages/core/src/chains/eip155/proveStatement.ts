import type { CaipNetworkId } from '@billfold/protocol/caip'
import { KitError } from '@billfold/protocol/error'
import type { Cacao } from '@billfold/protocol/wc/authenticate'
import { isRecap, readRecap } from '@billfold/protocol/wc/recap'
import { signInMessage } from '@billfold/protocol/wc/signInMessage'
import { getAddress, hashMessage, isHex, pad, recoverMessageAddress, size, toHex } from 'viem/utils'

import type { Proven, ProveStatement, StatementParts } from '../statements.ts'

type Hex = `0x${string}`

/** What a signed statement says, once it is proven to be about this request and signed by its account. */
export const proveStatement: ProveStatement = async (cacao, parts) => {
  const { payload } = parts
  const { p, s } = cacao
  for (const name of ['domain', 'aud', 'version', 'nonce', 'iat', 'nbf', 'exp', 'requestId'] as const)
    if (p[name] !== payload[name]) throw unproven(`its ${name} is not the one that was asked for`)
  if (p.exp !== undefined && !(Date.parse(p.exp) > parts.now)) throw unproven('it has expired')
  const given = (p.resources ?? []).filter((resource) => !isRecap(resource))
  if (given.join('\n') !== (payload.resources ?? []).filter((resource) => !isRecap(resource)).join('\n'))
    throw unproven('its resources are not the ones that were asked for')

  const match = /^did:pkh:(eip155:\d{1,16}):(0x[0-9a-fA-F]{40})$/.exec(p.iss)
  if (!match) throw unproven('it names no EVM account')
  const [, chain = '', written = ''] = match
  if (!payload.chains.includes(chain)) throw unproven('its chain was not asked for')
  const address = getAddress(written)
  const message = messageOf(p)
  // Wallets may write out what the capability among the resources says, and nothing else.
  if (message !== messageOf({ ...p, statement: payload.statement }))
    throw unproven('its statement is not the one that was asked for')
  const byKey = s.t === 'eip191'
  const isSigned = byKey
    ? await isSignedByKey(message, s.s, address)
    : await isSignedByContract(cacao, message, address, parts)
  if (!isSigned) throw unproven('its signature is not the account’s')
  const granted = readRecap(p.resources ?? [])
  return {
    address,
    // A key is the same on every chain; a contract is proven only where it was asked.
    chains: [...new Set([chain, ...(byKey ? granted.chains.filter((other) => payload.chains.includes(other)) : [])])],
    methods: granted.methods,
    session: { data: dataOf(p, chain, address), message, signature: s.s, cacao },
  }
}

function messageOf(p: Cacao['p']): string {
  try {
    return signInMessage(p)
  } catch {
    throw unproven('its resources make no sense')
  }
}

async function isSignedByKey(message: string, signature: string, address: string): Promise<boolean> {
  if (!isHex(signature)) return false
  try {
    return (await recoverMessageAddress({ message, signature })) === address
  } catch {
    // Not a signature at all.
    return false
  }
}

const magic = '0x1626ba7e'

/** ERC-1271: the contract itself says whether it signed. One that is not deployed yet (ERC-6492) cannot be asked. */
async function isSignedByContract(
  { p, s }: Cacao,
  message: string,
  address: string,
  { ask }: StatementParts,
): Promise<boolean> {
  if (s.t !== 'eip1271' || !isHex(s.s)) return false
  const [, , namespace, reference] = p.iss.split(':')
  const data = encodeIsValid(hashMessage(message), s.s)
  const answer = await ask(`${namespace}:${reference}` as CaipNetworkId, 'eth_call', [{ to: address, data }, 'latest'])
  return typeof answer === 'string' && answer.toLowerCase().startsWith(magic) && size(answer as Hex) === 32
}

/** `isValidSignature(bytes32,bytes)`; its selector is the answer that means yes. */
function encodeIsValid(hash: Hex, signature: Hex): Hex {
  const length = size(signature)
  const padded = pad(signature, { dir: 'right', size: Math.ceil(length / 32) * 32 || 32 })
  return [magic, hash, toHex(64, { size: 32 }), toHex(length, { size: 32 }), padded]
    .map((part, index) => (index === 0 ? part : part.slice(2)))
    .join('') as Hex
}

const dataOf = (p: Cacao['p'], chain: string, accountAddress: string): Proven['session']['data'] => ({
  accountAddress,
  chainId: chain as CaipNetworkId,
  domain: p.domain,
  uri: p.aud,
  version: p.version,
  nonce: p.nonce,
  issuedAt: p.iat,
  ...(p.statement ? { statement: p.statement } : {}),
  ...(p.resources ? { resources: p.resources } : {}),
  ...(p.nbf ? { notBefore: p.nbf } : {}),
  ...(p.exp ? { expirationTime: p.exp } : {}),
  ...(p.requestId ? { requestId: p.requestId } : {}),
})

const unproven = (why: string) => new KitError('sign_in_unproven', { message: `The sign-in is refused: ${why}` })
