import { type CaipNetworkId, isNamespace, type Namespace } from '../caip.ts'
import { isAddressText } from './isAddressText.ts'
import { RefusedSignIn } from './refusedSignIn.ts'
import { accountLabels, maxSignInLength, type SignInText } from './signInText.ts'

const opening = ' wants you to sign in with your '
const unseen = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}]/u
const authority = /^(?:[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/i
const uriText = /^[a-z][a-z0-9+.-]{0,30}:[\w\-.~:/?#[\]@!$&'()*+,;=%]+$/i
const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)$/i

/**
 * Parses a sign-in's text strictly: every line in its place, once, and nothing else. It also accepts the variants of
 * existing AppKit clients (another label, one empty line in place of two, a chain by its whole name); the signed text
 * stays the original one.
 */
export function readSignIn(message: string): SignInText {
  if (message.length > maxSignInLength) throw unreadable('it is too long')
  const lines = message.split('\n')
  const first = readOpening(lines[0] ?? '')
  const address = lines[1] ?? ''
  if (lines[2] !== '') throw unreadable('no empty line follows its address')
  const { statement, at } = readStatement(lines)

  let next = at
  const take = (name: string): string | undefined => {
    const line = lines[next]
    if (!line?.startsWith(`${name}: `)) return undefined
    next += 1
    return line.slice(name.length + 2)
  }
  const need = (name: string): string => {
    const value = take(name)
    if (!value) throw unreadable(`its ${name} is missing or not in its place`)
    return value
  }
  const dated = (value: string, name: string): string => {
    if (!moment.test(value) || Number.isNaN(Date.parse(value))) throw unreadable(`its ${name} is not a date`)
    return value
  }
  const uri = need('URI')
  if (!uriText.test(uri)) throw unreadable('its URI is none')
  const version = need('Version')
  if (version !== '1') throw new RefusedSignIn('version', 'its version is not 1')
  const chainId = readChain(need('Chain ID'), first.label)
  const nonce = need('Nonce')
  if (!/^[0-9a-zA-Z]{8,128}$/.test(nonce)) throw unreadable('its nonce is not 8 or more letters and digits')
  const issuedAt = dated(need('Issued At'), 'Issued At')
  const expirationTime = take('Expiration Time')
  const notBefore = take('Not Before')
  const requestId = take('Request ID')
  if (requestId !== undefined && !/^[\w\-.~:@!$&'()*+,;=%]*$/.test(requestId))
    throw unreadable('its Request ID is none')
  const resources = lines[next] === 'Resources:' ? readResources(lines.slice(next + 1)) : undefined
  if (resources) next += 1 + resources.length
  if (next !== lines.length) throw unreadable('something follows that does not belong to it')
  if (!isAddressText(chainId, address)) throw new RefusedSignIn('address', 'its address is not on its chain')
  return {
    ...first,
    ...{ address, uri, version, chainId, nonce, issuedAt },
    ...(statement === undefined ? {} : { statement }),
    ...(expirationTime === undefined ? {} : { expirationTime: dated(expirationTime, 'Expiration Time') }),
    ...(notBefore === undefined ? {} : { notBefore: dated(notBefore, 'Not Before') }),
    ...(requestId === undefined ? {} : { requestId }),
    ...(resources ? { resources } : {}),
  }
}

function readOpening(line: string): { scheme?: string; domain: string; label: string } {
  const cut = line.indexOf(opening)
  if (cut < 0 || !line.endsWith(' account:')) throw unreadable('its first line is not a sign-in’s')
  const label = line.slice(cut + opening.length, -' account:'.length)
  if (!label || label.length > 64 || unseen.test(label)) throw unreadable('it does not say whose account it is')
  const [site = '', rest] = line.slice(0, cut).split('://')
  const domain = rest ?? site
  if (rest !== undefined && !/^[a-z][a-z0-9+.-]{0,30}$/i.test(site)) throw unreadable('its scheme is none')
  // Names in other scripts come in their ASCII form (xn--…), so that no letter can pass for another.
  if (!authority.test(domain)) throw new RefusedSignIn('domain', 'its domain is not a plain host name')
  return rest === undefined ? { domain, label } : { scheme: site, domain, label }
}

/** The statement, and where the fields begin. */
function readStatement(lines: readonly string[]): { statement?: string; at: number } {
  if (lines[3]?.startsWith('URI: ') && lines[4] !== '') return { at: 3 }
  if (lines[3] === '') return { at: 4 }
  const statement = lines[3]
  if (statement === undefined || lines[4] !== '') throw unreadable('no empty line follows its statement')
  if (unseen.test(statement)) throw unreadable('its statement holds signs that cannot be seen')
  return { statement, at: 5 }
}

const solanaNames: Readonly<Record<string, CaipNetworkId>> = {
  mainnet: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  testnet: 'solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z',
  devnet: 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
}

/** A chain by its whole name, or by what its family alone calls it. */
function readChain(text: string, label: string): CaipNetworkId {
  const parts = text.split(':')
  const named = (Object.keys(accountLabels) as Namespace[]).find((family) => accountLabels[family] === label)
  const namespace = parts.length === 2 ? parts[0] : (named ?? 'eip155')
  const reference = parts.at(-1) ?? ''
  const isKnown = parts.length <= 2 && isNamespace(namespace) && (named ?? namespace) === namespace
  const alias = namespace === 'solana' && Object.hasOwn(solanaNames, reference) ? solanaNames[reference] : undefined
  const isReference = namespace === 'eip155' ? /^[1-9]\d{0,15}$/ : /^[-_a-zA-Z0-9]{1,32}$/
  if (!isKnown || !isReference.test(reference)) throw new RefusedSignIn('chain', 'its chain is not of its family')
  return alias ?? `${namespace}:${reference}`
}

function readResources(lines: readonly string[]): string[] {
  return lines.map((line) => {
    const resource = line.slice(2)
    if (!line.startsWith('- ') || !uriText.test(resource)) throw unreadable('one of its resources is not a URI')
    return resource
  })
}

const unreadable = (why: string) => new RefusedSignIn('unreadable', why)
