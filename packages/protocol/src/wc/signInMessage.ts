import type { Cacao } from './authenticate.ts'
import { decodeBase64Url } from './base64.ts'

type Statement = Cacao['p']

const recapPrefix = 'urn:recap:'
const recapWords = 'I further authorize the stated URI to perform the following actions on my behalf: '

/** The text that an account signs for a one-click sign-in (EIP-4361), word for word as wallets and sites both make it. */
export function signInMessage(fields: Statement): string {
  const [, , , chainId, address] = fields.iss.split(':')
  const lines = [
    `${fields.domain} wants you to sign in with your Ethereum account:`,
    address,
    '',
    statementOf(fields),
    '',
    `URI: ${fields.aud}`,
    `Version: ${fields.version}`,
    `Chain ID: ${chainId}`,
    `Nonce: ${fields.nonce}`,
    `Issued At: ${fields.iat}`,
    fields.exp && `Expiration Time: ${fields.exp}`,
    fields.nbf && `Not Before: ${fields.nbf}`,
    fields.requestId && `Request ID: ${fields.requestId}`,
    fields.resources && `Resources:${fields.resources.map((resource) => `\n- ${resource}`).join('')}`,
  ]
  return lines.filter((line) => line !== undefined).join('\n')
}

/** The statement, with the sentence that a capability among the resources (ERC-5573) adds. */
function statementOf({ statement, resources }: Statement): string | undefined {
  const last = resources?.at(-1)
  const own = statement || undefined
  if (!last?.startsWith(recapPrefix) || own?.includes(recapWords)) return own
  const text = new TextDecoder().decode(decodeBase64Url(last.slice(recapPrefix.length)))
  const { att = {} } = JSON.parse(text) as { att?: Record<string, Record<string, unknown>> }
  let number = 0
  const words = Object.entries(att).map(([resource, abilities]) => {
    const actions = new Map<string, string[]>()
    const pairs = Object.keys(abilities).map((ability) => ability.split('/') as [string, string])
    for (const [kind, action] of pairs.toSorted(([, a], [, b]) => a.localeCompare(b)))
      actions.set(kind, [...(actions.get(kind) ?? []), action])
    const list = [...actions].map(
      ([kind, names]) => `(${++number}) '${kind}': '${names.join("', '")}' for '${resource}'.`,
    )
    return list.join(', ').replace('.,', '.')
  })
  return `${own ? `${own} ` : ''}${recapWords}${words.join(' ')}`
}
