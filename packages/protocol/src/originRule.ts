import { KitError } from './error.ts'

/** One entry of a project's allow-list, taken apart. */
export type OriginRule = { scheme: string; host: string; port: string; isWildcard: boolean; isAnyPort: boolean }

/**
 * Reads an entry such as `https://app.example.com`, `https://*.example.com` (exactly one label in place of the star) or
 * `http://localhost:*` (any port, this machine only).
 */
export function parseOriginRule(text: string): OriginRule {
  const [, scheme, star, rest, port] =
    /^(https?):\/\/(\*\.)?([^/*?#@\s:]+|\[[0-9a-f:]+\])(:\d{1,5}|:\*)?$/i.exec(text) ?? []
  const parsed = scheme && rest ? safeUrl(`${scheme}://${rest}${port && port !== ':*' ? port : ''}`) : undefined
  if (!parsed) throw invalid(text, 'write it like https://app.example.com')
  const isWildcard = star !== undefined
  const isAnyPort = port === ':*'
  const host = parsed.hostname
  if (isWildcard && (!host.includes('.') || isIpAddress(host)))
    throw invalid(text, 'a star stands for one label in front of a domain, as in https://*.example.com')
  if (isAnyPort && !isThisMachine(host)) throw invalid(text, 'any port is for localhost and 127.0.0.1 only')
  return { scheme: parsed.protocol, host, port: parsed.port, isWildcard, isAnyPort }
}

/** An entry as it is stored: lower case, without a default port. */
export function formatOriginRule({ scheme, host, port, isWildcard, isAnyPort }: OriginRule): string {
  return `${scheme}//${isWildcard ? '*.' : ''}${host}${isAnyPort ? ':*' : port ? `:${port}` : ''}`
}

/** Whether a browser's `Origin` header is one of a project's; entries with any port count only where `isLocal`. */
export function isOriginAllowed(origin: string, rules: readonly OriginRule[], isLocal: boolean): boolean {
  const url = safeUrl(origin)
  // Browsers send only the serialized form; any other was made by hand.
  if (!url || url.origin !== origin) return false
  return rules.some((rule) => {
    if (rule.scheme !== url.protocol) return false
    if (rule.isAnyPort ? !isLocal : rule.port !== url.port) return false
    if (!rule.isWildcard) return rule.host === url.hostname
    const dot = url.hostname.indexOf('.')
    return dot > 0 && url.hostname.slice(dot + 1) === rule.host
  })
}

function safeUrl(text: string): URL | undefined {
  return URL.canParse(text) ? new URL(text) : undefined
}

function isIpAddress(host: string): boolean {
  return host.startsWith('[') || /^[\d.]+$/.test(host)
}

function isThisMachine(host: string): boolean {
  return host === 'localhost' || host.endsWith('.localhost') || host === '127.0.0.1' || host === '[::1]'
}

function invalid(text: string, advice: string): KitError {
  return new KitError('invalid_input', { message: `${text} is not an origin: ${advice}.` })
}
