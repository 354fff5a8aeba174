import type { CaipNetworkId } from '@billfold/protocol/caip'
import { KitError } from '@billfold/protocol/error'
import { isEvmMessageSigned } from '@billfold/protocol/signin/isEvmMessageSigned'
import type { Cacao } from '@billfold/protocol/wc/authenticate'
import { isRecap, readRecap } from '@billfold/protocol/wc/recap'
import { signInMessage } from '@billfold/protocol/wc/signInMessage'
import { getAddress } from 'viem/utils'
import type { Proven, ProveStatement } from '../statements.ts'

/** The content of a signed statement, verified to match this request and its account. */
export const proveStatement: ProveStatement = async (cacao, parts) => {
  const { payload } = parts
  const { p, s } = cacao
  for (const name of ['domain', 'aud', 'version', 'nonce', 'iat', 'nbf', 'exp', 'requestId'] as const)
    if (p[name] !== payload[name]) throw unproven(`its ${name} is not the requested one`)
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
  // Wallets may write out the capability's content, and nothing else.
  if (message !== messageOf({ ...p, statement: payload.statement }))
    throw unproven('its statement is not the requested one')
  const byKey = s.t === 'eip191'
  // A claimed key signature is verified as such: a contract's verdict counts on its own chain only.
  const ask = byKey ? async () => undefined : parts.ask
  const isSigned = await isEvmMessageSigned({ chainId: chain as CaipNetworkId, address }, message, s.s, ask)
  if (!isSigned || !['eip191', 'eip1271', 'eip6492'].includes(s.t)) throw unproven('its signature is not the account’s')
  const granted = readRecap(p.resources ?? [])
  return {
    address,
    // A key is valid on every chain; a contract only on the chain that verified it.
    chains: [...new Set([chain, ...(byKey ? granted.chains.filter((other) => payload.chains.includes(other)) : [])])],
    methods: granted.methods,
    session: { data: dataOf(p, chain, address), message, signature: s.s, cacao },
  }
}

function messageOf(p: Cacao['p']): string {
  try {
    return signInMessage(p)
  } catch {
    throw unproven('its resources are invalid')
  }
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

const unproven = (why: string) => new KitError('sign_in_unproven', { message: `Sign-in rejected: ${why}` })
