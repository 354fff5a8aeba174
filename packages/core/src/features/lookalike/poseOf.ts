import type { CaipNetworkId } from '@billfold/protocol/caip'
import { sameAddress } from '@billfold/protocol/sameAddress'

/** What a token passes itself off as: the network's own coin, or another token that a list names. */
export type Pose = 'coin' | 'listed'

type Named = { symbol: string; name?: string | undefined; address?: string | undefined }

/** Letters of other scripts that look like Latin ones, capitals. */
const twins: Readonly<Record<string, string>> = Object.fromEntries(
  ['АA', 'ВB', 'ЕE', 'ЅS', 'ІI', 'ЈJ', 'КK', 'МM', 'НH', 'ОO', 'РP', 'СC', 'ТT', 'УY', 'ХX', 'ԌG', 'ԚQ', 'ԜW', 'ҮY']
    .concat(['ΑA', 'ΒB', 'ΕE', 'ΖZ', 'ΗH', 'ΙI', 'ΚK', 'ΜM', 'ΝN', 'ΟO', 'ΡP', 'ΤT', 'ΥY', 'ΧX', 'ϹC'])
    .map((pair) => [...pair] as [string, string]),
)

/** A name as the eye takes it: capitals, without marks, spaces and signs, in Latin letters. */
function shapeOf(text: string): string {
  const letters = text
    .normalize('NFKD')
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
  return [...letters]
    .map((letter) => twins[letter] ?? letter)
    .join('')
    .replaceAll('0', 'O')
    .replace(/[1L|]/g, 'I')
}

/** Whether a token has a name that the eye takes for the network's own coin, or for a listed token that it is not. */
export function poseOf(
  { symbol, name = '', address }: Named,
  network: { networkId: CaipNetworkId; nativeCurrency: { symbol: string; name: string } },
  listed: readonly Named[] = [],
): Pose | undefined {
  if (address === undefined) return undefined
  const { networkId, nativeCurrency: coin } = network
  const [own, called] = [shapeOf(symbol), shapeOf(name)]
  const isLike = (text: string, other: string) => text !== '' && text === shapeOf(other)
  if (isLike(own, coin.symbol) || isLike(own, coin.name) || isLike(called, coin.name) || isLike(called, coin.symbol))
    return 'coin'
  if (listed.some((each) => sameAddress(networkId, each.address, address))) return undefined
  return listed.some((each) => each.address !== undefined && isLike(own, each.symbol)) ? 'listed' : undefined
}
