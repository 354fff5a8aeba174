import type { CaipNetworkId } from '@billfold/protocol/caip'
import { sameAddress } from '@billfold/protocol/sameAddress'

/** What a token passes itself off as: the network's own coin, or another token that a list names. */
export type Pose = 'coin' | 'listed'

type Named = { symbol: string; name?: string | undefined; address?: string | undefined }

/** The Cyrillic capitals that look like Latin ones: what is used most, before the whole table is here. */
const twins: Readonly<Record<string, string>> = Object.fromEntries(
  ['АA', 'ВB', 'ЕE', 'ЅS', 'ІI', 'ЈJ', 'КK', 'МM', 'НH', 'ОO', 'РP', 'СC', 'ТT', 'УY', 'ХX'].map(
    (pair) => [...pair] as [string, string],
  ),
)

/** A name as the eye takes it: capitals, without marks, spaces and signs, in Latin letters. */
function shapeOf(text: string, shapes: Shapes): string {
  const latin = (letters: string) => [...letters].map((letter) => shapes[letter] ?? twins[letter] ?? letter).join('')
  // Small letters have shapes of their own; those that have none may get one as capitals.
  return latin(latin(text.normalize('NFKD')).toUpperCase())
    .replace(/[^\p{L}\p{N}]/gu, '')
    .replaceAll('0', 'O')
    .replace(/[1L|]/g, 'I')
}
/** What characters look like beside the few that are known here. */
type Shapes = Readonly<Record<string, string>>

/** Whether a token has a name that the eye takes for the network's own coin, or for a listed token that it is not. */
export function poseOf(
  { symbol, name = '', address }: Named,
  network: { networkId: CaipNetworkId; nativeCurrency: { symbol: string; name: string } },
  listed: readonly Named[] = [],
  shapes: Shapes = {},
): Pose | undefined {
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
