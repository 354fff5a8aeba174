import type { Language } from '../i18n/matchLocale.ts'
import { nearest } from './nearest.ts'
import { appKitsOwn, featureKinds, type Kind, listed, metadataKinds, optionKinds, themeKinds } from './optionKinds.ts'

type Given = Readonly<Record<string, unknown>>

/** The browser's knowledge besides the options. */
export type DeveloperPage = { isColour?: (text: string) => boolean }

/**
 * Advice for a site's developer about the options, one sentence each. The kit continues without the unusable ones. A
 * language of the site's own is compared with `texts`, an override of one of the kit's with that.
 */
export function optionProblems(options: Given, texts: object = {}, page: DeveloperPage = {}): string[] {
  return [
    ...projectProblems(options),
    ...problemsOf(options, optionKinds, ''),
    ...problemsOf(options.features, featureKinds, 'features.'),
    ...problemsOf(options.metadata, metadataKinds, 'metadata.'),
    ...problemsOf(options.themeVariables, themeKinds, 'themeVariables.'),
    ...wordProblems(options.features),
    ...connectorProblems(options.connectors),
    ...apiProblems(options),
    ...colourProblems(options.themeVariables, page),
    ...nodeProblems(options.customRpcUrls),
    ...startProblems(options),
    ...wayProblems(options),
    ...languageProblems(options.locale, texts),
  ]
}

/** A site without a project reaches no API that tells sites apart. */
const projectProblems = ({ projectId }: Given): string[] =>
  projectId === undefined || projectId === ''
    ? ['projectId is missing: it is the id under which your API knows this site.']
    : []

/** The kit adds the version of the API itself. */
function apiProblems({ apiUrl }: Given): string[] {
  const path = fits(apiUrl, 'url') ? /\/v\d\/?$/.exec(String(apiUrl))?.[0] : undefined
  return path ? [`apiUrl ends in ${path}, which the kit adds itself: leave it out.`] : []
}

/**
 * Settings that fit the published site, but not this host: not an error, as most sites name their published address.
 */
export function optionNotes({ metadata }: Given, hostname: string): string[] {
  if (!isObject(metadata) || !fits(metadata.url, 'url') || new URL(String(metadata.url)).hostname === hostname)
    return []
  return [
    `metadata.url is ${shown(metadata.url)} and this page is on ${hostname}: wallets show visitors the first, and some warn when they differ.`,
  ]
}

/** Colors that the browser does not know. */
function colourProblems(variables: unknown, { isColour }: DeveloperPage): string[] {
  if (!isObject(variables) || !isColour) return []
  return ['--w3m-accent', '--w3m-color-mix'].flatMap((name) => {
    const colour = variables[name]
    return typeof colour !== 'string' || isColour(colour)
      ? []
      : [`themeVariables.${name} must be a colour that CSS knows, and is ${shown(colour)}.`]
  })
}

function problemsOf(given: unknown, kinds: Readonly<Record<string, Kind>>, prefix: string): string[] {
  if (!isObject(given)) return []
  return Object.entries(given).flatMap(([key, value]) => {
    const name = `${prefix}${key}`
    const kind = Object.hasOwn(kinds, key) ? kinds[key] : undefined
    if (kind === undefined) return [unknown(name, key, prefix, Object.keys(kinds))]
    if (value === undefined || fits(value, kind)) return []
    return [`${name} must be ${wanted(kind)}, and is ${shown(value)}.`]
  })
}

function unknown(name: string, key: string, prefix: string, known: readonly string[]): string {
  const reason = prefix === '' && Object.hasOwn(appKitsOwn, key) ? appKitsOwn[key] : undefined
  if (reason) return `${name} is an option of AppKit that does nothing here: ${reason}`
  const meant = nearest(key, known)
  return meant ? `There is no option ${name}. Did you mean ${prefix}${meant}?` : `There is no option ${name}.`
}

function fits(value: unknown, kind: Kind): boolean {
  switch (kind) {
    case 'anything':
      return true
    case 'text':
      return typeof value === 'string'
    case 'number':
      return typeof value === 'number' && Number.isFinite(value)
    case 'switch':
      return typeof value === 'boolean'
    case 'list':
      return Array.isArray(value)
    case 'texts':
      return Array.isArray(value) && value.every((each) => typeof each === 'string')
    case 'object':
      return isObject(value)
    case 'url':
      return typeof value === 'string' && URL.canParse(value)
    default:
      return typeof value === 'string' && kind.includes(value)
  }
}

const names: Readonly<Record<string, string>> = {
  text: 'text',
  number: 'a number',
  switch: 'true or false',
  list: 'a list',
  texts: 'a list of texts',
  object: 'an object',
  url: 'an address such as https://api.example.com',
}
const wanted = (kind: Kind): string => (typeof kind === 'string' ? names[kind]! : oneOf(kind))
const oneOf = (words: readonly string[]): string =>
  `${words.slice(0, -1).map(quoted).join(', ')} or ${quoted(words.at(-1)!)}`
const quoted = (text: string): string => `"${text}"`

/** A value as a developer knows it again; never more of it than a line. */
function shown(value: unknown): string {
  if (typeof value === 'string') return quoted(value.slice(0, 80))
  if (value === null || typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (Array.isArray(value)) return 'a list of something else'
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`
}

/** Words in the lists of `features` that lead nowhere. */
function wordProblems(features: unknown): string[] {
  if (!isObject(features)) return []
  const { socials } = features
  if (socials !== undefined && socials !== false && !Array.isArray(socials))
    return [`features.socials must be false or a list such as ["google", "apple"], and is ${shown(socials)}.`]
  return Object.entries(listed).flatMap(([key, known]) => {
    const words = features[key]
    if (!Array.isArray(words)) return []
    return words
      .filter((word) => !known.includes(word))
      .map((word) => `features.${key} knows ${oneOf(known)}, and has ${shown(word)}.`)
  })
}

/** A wallet's function in place of its result, or wagmi's connectors. */
function connectorProblems(connectors: unknown): string[] {
  if (!Array.isArray(connectors)) return []
  const isOurs = (each: unknown) => isObject(each) && typeof each.announce === 'function'
  return connectors
    .filter((each) => !isOurs(each))
    .map((each) => `connectors must list wallets such as baseAccount(), and has ${shown(each)}.`)
}

/** AppKit writes `[{ url }]`, the kit the address itself. */
function nodeProblems(given: unknown): string[] {
  if (!isObject(given)) return []
  return Object.entries(given)
    .filter(([, urls]) => !fits(urls, 'texts'))
    .map(([id]) => `customRpcUrls["${id}"] must be a list of addresses: ["https://rpc.example.com"].`)
}

/** A first network that is not one of the site's. */
function startProblems({ defaultNetwork, networks }: Given): string[] {
  if (defaultNetwork === undefined || !Array.isArray(networks)) return []
  const wantedId = isObject(defaultNetwork) ? defaultNetwork.id : defaultNetwork
  const isKnown = networks.some((each) => isObject(each) && (each.id === wantedId || each.caipNetworkId === wantedId))
  return isKnown || String(wantedId).includes(':')
    ? []
    : [`defaultNetwork is none of networks, so that the page begins with the first of them.`]
}

/** Without wallets there must be a way to log in. */
function wayProblems({ enableWallets, walletUrl, features }: Given): string[] {
  if (enableWallets !== false) return []
  const { email = true, passkey = true, socials = [''] } = isObject(features) ? features : {}
  const hasLogin = Boolean(email || passkey || (Array.isArray(socials) && socials.length > 0))
  const left = 'enableWallets is false, so that visitors can only log in, and'
  if (!walletUrl) return [`${left} there is nowhere to: walletUrl must be the address of your embedded wallets’ page.`]
  return hasLogin ? [] : [`${left} features has turned email, socials and passkey off: turn one of them on.`]
}

/** The kit's languages; a list that is shared with the page's first code would make that larger. */
const languages: Record<Language, true> = {
  en: true,
  de: true,
  fr: true,
  es: true,
  pt: true,
  tr: true,
  ru: true,
  hi: true,
  zh: true,
  ja: true,
  ko: true,
  ar: true,
  he: true,
}
const isSpoken = (tag: string): boolean => Object.hasOwn(languages, tag.slice(0, 2)) && /^[a-z]{2}(-|$)/.test(tag)

function languageProblems(locale: unknown, texts: object): string[] {
  const tags = typeof locale === 'string' ? [locale] : fits(locale, 'texts') ? (locale as string[]) : undefined
  if (tags)
    return tags.length === 0 || tags.some(isSpoken)
      ? []
      : [
          `The kit does not speak ${tags.map(quoted).join(' or ')}, so that it speaks English. It speaks ${Object.keys(languages).join(', ')}.`,
        ]
  if (locale === undefined) return []
  if (!isObject(locale) || !isObject(locale.messages))
    return ['locale must be a language’s tag such as "de", a list of tags, or { tag, direction, messages }.']
  const missing = missingTexts(locale.messages, texts)
  if (missing.length === 0) return []
  const some = missing.slice(0, 3).join(', ')
  return [
    missing.length === 1
      ? `A text of your language is missing and is shown in English: ${some}.`
      : `${missing.length} texts of your language are missing and are shown in English: ${some}${missing.length > 3 ? ' …' : '.'}`,
  ]
}

function missingTexts(own: unknown, whole: unknown, path = ''): string[] {
  if (typeof own !== typeof whole || own === null) return [path]
  if (!isObject(whole)) return []
  return Object.entries(whole).flatMap(([key, text]) =>
    missingTexts((own as Given)[key], text, path ? `${path}.${key}` : key),
  )
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
