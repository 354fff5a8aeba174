import { sameAddress } from '@billfold/protocol/sameAddress'
import type { Hex } from '../evm/signHash.ts'
import type { Coin } from '../page/frameNetwork.ts'
import type { Speech } from '../screens/texts/createSpeech.ts'
import type { KnownAddress, ViewChange, ViewLine, ViewRow } from './approvalView.ts'
import type { EvmFact } from './describeEvmCall.ts'
import type { TypedFact } from './describeTypedData.ts'
import type { ListedContracts } from './listedContracts.ts'
import type { SwapFact } from './readSwapCall.ts'
import type { TokenWords } from './readToken.ts'
import type { SimulatedChange } from './simulateChanges.ts'

export type FactWords = {
  speech: Speech
  coin: Coin
  /** Whether the frame itself knows the coin, rather than a server. */
  isCoinPinned: boolean
  own: string
  /** Tokens by their addresses, as the facts spell them. */
  tokens: ReadonlyMap<Hex, TokenWords>
  listed: Pick<ListedContracts, 'find'>
}

/** The tokens that facts are about, each once. */
export const tokensIn = (facts: readonly (EvmFact | TypedFact)[]): Hex[] => [
  ...new Set(facts.flatMap((fact) => ('token' in fact ? [fact.token] : fact.kind === 'swaps' ? tokensOf(fact) : []))),
]
const tokensOf = ({ paid, got }: SwapFact): Hex[] => [paid.token, got.token].filter((token) => token !== undefined)

/** True if only one server reports a token's symbol and decimals. */
const isUnverified = (token: Hex | undefined, { tokens }: FactWords): { isUnverified?: true } =>
  token && tokens.get(token)?.isUnverified ? { isUnverified: true } : {}

/** A fact in words, with every address that it is about, whole. */
export const lineOf = (fact: EvmFact | TypedFact, words: FactWords): ViewLine => ({
  ...textOf(fact, words),
  ...Object.assign({}, ...tokensIn([fact]).map((token) => isUnverified(token, words))),
})

/** An address with the name that a list gives it. */
export function addressRow(
  label: string,
  value: string,
  { tokens, listed }: Pick<FactWords, 'tokens' | 'listed'>,
): ViewRow {
  const contract = listed.find(value)
  const token = tokens.get(value as Hex)
  const known: KnownAddress | undefined = contract
    ? { name: contract.name, listedBy: contract.listedBy, icon: contract.source ?? contract.name }
    : token?.isListed
      ? { name: token.symbol, listedBy: 'wallet', icon: token.symbol }
      : undefined
  return { label, value, kind: 'address', ...(known && { known }) }
}

function textOf(fact: EvmFact | TypedFact, words: FactWords): ViewLine {
  const { say, date } = words.speech
  const address = (label: Parameters<typeof say>[0], value: string) => addressRow(say(label), value, words)
  const named = (token: Hex) => words.tokens.get(token)?.symbol || say('thisToken')
  switch (fact.kind) {
    case 'pays':
      return { text: say('send', { amount: coins(fact.amount, words) }), rows: [address('to', fact.to)] }
    case 'sendsToken': {
      const amount = tokenText(fact.token, fact.amount, words)
      const isOwn = fact.from === undefined || sameAddress('eip155', fact.from, words.own)
      return {
        text: say(isOwn ? 'send' : 'moveFrom', { amount }),
        rows: [...(isOwn ? [] : [address('from', fact.from!)]), address('to', fact.to), address('token', fact.token)],
      }
    }
    case 'allowsToken': {
      const rows = [address('spender', fact.spender), address('token', fact.token)]
      const until = 'until' in fact && fact.until !== undefined ? endOf(fact.until) : undefined
      if (until !== undefined) rows.push({ label: '', value: say('allowUntil', { date: date(until) }), kind: 'text' })
      return fact.amount === 'unlimited'
        ? { text: say('allowAll', { token: named(fact.token) }), tone: 'danger', rows }
        : { text: say('allow', { amount: tokenText(fact.token, fact.amount, words) }), tone: 'caution', rows }
    }
    case 'forbidsToken':
      return {
        text: say('forbid', { token: named(fact.token) }),
        rows: [address('spender', fact.spender), address('token', fact.token)],
      }
    case 'sendsItem': {
      const values = { id: fact.id.toString(), amount: fact.amount.toString() }
      return {
        text: say(fact.amount === 1n ? 'sendItem' : 'sendItems', values),
        rows: [
          ...(sameAddress('eip155', fact.from, words.own) ? [] : [address('from', fact.from)]),
          address('to', fact.to),
          address('collection', fact.collection),
        ],
      }
    }
    case 'allowsAllItems':
    case 'forbidsAllItems': {
      const rows = [address('spender', fact.operator), address('collection', fact.collection)]
      return fact.kind === 'allowsAllItems'
        ? { text: say('allowAllItems'), tone: 'danger', rows }
        : { text: say('forbidAllItems'), rows }
    }
    case 'allowsItem':
      return {
        ...{ text: say('allowItem', { id: fact.id.toString() }), tone: 'caution' },
        rows: [address('spender', fact.spender), address('collection', fact.collection)],
      }
    case 'cancelsPermits':
      return { text: say('cancelPermits'), rows: [] }
    case 'delegatesVotes':
      return {
        ...{ text: say('delegateVotes', { token: named(fact.token) }), tone: 'caution' },
        rows: [address('to', fact.to), address('token', fact.token)],
      }
    case 'handsOverContract':
      return {
        ...{ text: say('handOverContract'), tone: 'danger' },
        rows: [address('contract', fact.contract), address('to', fact.to)],
      }
    case 'createsContract':
      return { text: say('createContract'), rows: [] }
    case 'swaps': {
      const { paid, got, exchange, to } = fact
      const values = { paid: assetText(paid.token, paid.amount, words), least: assetText(got.token, got.least, words) }
      return {
        text: say('swap', { ...values, exchange }),
        ...(to && { tone: 'danger' }),
        rows: to ? [address('to', to)] : [],
      }
    }
    case 'callsUnknown':
      return {
        ...{ text: say('callContract'), tone: 'unknown' },
        rows: [address('contract', fact.to), { label: '', value: say('callUnknown'), kind: 'text' }],
      }
  }
}

/** Losses of this account by the facts; a contract's payments in return are unknown. */
export function changesOf(facts: readonly EvmFact[], words: FactWords): ViewChange[] {
  return facts.flatMap((fact): ViewChange[] => {
    if (fact.kind === 'pays') return [assetChange({ amount: -fact.amount }, words)]
    if (fact.kind === 'swaps') {
      const { paid, got, to } = fact
      const gain = { ...assetChange({ token: got.token, amount: got.least }, words), isLeast: true }
      return [assetChange({ token: paid.token, amount: -paid.amount }, words), ...(to ? [] : [gain])]
    }
    if (fact.kind !== 'sendsToken') return []
    const isOwn = fact.from === undefined || sameAddress('eip155', fact.from, words.own)
    const isBack = sameAddress('eip155', fact.to, words.own)
    const token = words.tokens.get(fact.token)
    if (isOwn === isBack || token?.decimals === undefined) return []
    const { note: _, ...change } = assetChange(
      { token: fact.token, amount: isBack ? fact.amount : -fact.amount },
      words,
    )
    return [change]
  })
}

/** Changes of a simulation. */
export const simulatedChanges = (
  changes: readonly SimulatedChange[],
  words: FactWords,
  hasOneSource = false,
): ViewChange[] =>
  changes.map((change) => ({ ...assetChange(change, words), ...(hasOneSource ? { isUnverified: true } : {}) }))

/** A token without decimals is counted in units; each has its address beside it, because anyone can choose a name. */
function assetChange({ token, item, amount }: SimulatedChange, words: FactWords): ViewChange {
  const units = amount < 0n ? -amount : amount
  const side = { isGain: amount > 0n, ...isUnverified(token, words) }
  const { speech, coin, isCoinPinned } = words
  if (!token)
    return {
      ...{ ...side, amount: speech.amount(units, coin.decimals), unit: coin.symbol },
      ...(isCoinPinned && coin.symbol !== '' && { icon: coin.symbol }),
    }
  const known = words.tokens.get(token)
  if (item !== undefined)
    return { ...side, amount: units.toString(), unit: `${known?.symbol ?? ''} #${item}`.trim(), note: token }
  if (known?.decimals === undefined) {
    const count = speech.say('units', { amount: units.toString() })
    return { ...side, amount: count, unit: known?.symbol ?? '', note: token }
  }
  return {
    ...{ ...side, amount: speech.amount(units, known.decimals), unit: known.symbol, note: token },
    ...(known.isListed && { icon: known.symbol }),
  }
}

export const coins = (amount: bigint, { speech, coin }: Pick<FactWords, 'speech' | 'coin'>): string =>
  `${speech.amount(amount, coin.decimals)} ${coin.symbol}`.trim()

const assetText = (token: Hex | undefined, amount: bigint, words: FactWords): string =>
  token ? tokenText(token, amount, words) : coins(amount, words)

function tokenText(token: Hex, amount: bigint, { speech, tokens }: FactWords): string {
  const known = tokens.get(token)
  if (known?.decimals === undefined)
    return [speech.say('units', { amount: amount.toString() }), known?.symbol].filter(Boolean).join(' ')
  return `${speech.amount(amount, known.decimals)} ${known.symbol}`.trim()
}

/** Seconds as a date; undefined beyond any calendar. */
const endOf = (seconds: bigint): number | undefined =>
  seconds < 8_640_000_000_000n ? Number(seconds) * 1000 : undefined
