import type { CaipNetworkId } from '@billfold/protocol/caip'
import { sameAddress } from '@billfold/protocol/sameAddress'

/** The target of an impersonation: the native coin, or a listed token. */
export type Impersonation = 'coin' | 'listed'

type Named = { symbol: string; name?: string | undefined; address?: string | undefined }

/** Cyrillic capitals that look like Latin ones: the common case, until the full table has loaded. */
const twins: Readonly<Record<string, string>> = Object.fromEntries(
  ['АA', 'ВB', 'ЕE', 'ЅS', 'ІI', 'ЈJ', 'КK', 'МM', 'НH', 'ОO', 'РP', 'СC', 'ТT', 'УY', 'ХX'].map(
    (pair) => [...pair] as [string, string],
  ),
)

/** The visual shape of a name: uppercase Latin, without marks, spaces and punctuation. */
function shapeOf(text: string, shapes: Shapes): string {
  const latin = (letters: string) => [...letters].map((letter) => shapes[letter] ?? twins[letter] ?? letter).join('')
  // Small letters have their own shapes; others may match as capitals.
  return latin(latin(text.normalize('NFKD')).toUpperCase())
    .replace(/[^\p{L}\p{N}]/gu, '')
    .replaceAll('0', 'O')
    .replace(/[1L|]/g, 'I')
}
/** Lookalikes beyond the built-in few. */
type Shapes = Readonly<Record<string, string>>

/** Detects a token whose name looks like the native coin or like a listed token that it is not. */
export function impersonationOf(
  { symbol, name = '', address }: Named,
  network: { networkId: CaipNetworkId; nativeCurrency: { symbol: string; name: string } },
  listed: readonly Named[] = [],
  shapes: Shapes = {},
): Impersonation | undefined {
  if (address === undefined) return undefined
  const { networkId, nativeCurrency: coin } = network
  const [own, called] = [shapeOf(symbol, shapes), shapeOf(name, shapes)]
  const isLike = (text: string, other: string) => text !== '' && text === shapeOf(other, shapes)
  if (isLike(own, coin.symbol) || isLike(own, coin.name) || isLike(called, coin.name) || isLike(called, coin.symbol))
    return 'coin'
  if (listed.some((each) => sameAddress(networkId, each.address, address))) return undefined
  const isListed = ({ address: at, symbol: like, name: long = '' }: Named) =>
    at !== undefined && (isLike(own, like) || isLike(called, long))
  return listed.some(isListed) ? 'listed' : undefined
}
