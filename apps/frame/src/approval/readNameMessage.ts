import { signedName } from '@billfold/protocol/api/signedName'
import * as z from 'zod/mini'
import type { Speech } from '../screens/texts/createSpeech.ts'
import type { ViewLine, ViewRow } from './approvalView.ts'
import { visibleDomain, visibleText } from './visibleText.ts'

/**
 * Describes a change of a name that the kit has an account sign, exactly as its server reads it; undefined for any other text. All that it says
 * is in the line.
 */
export function readNameMessage(text: string, { say }: Pick<Speech, 'say'>): ViewLine | undefined {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return undefined
  }
  // Written differently, it may hold more than what is read of it, such as a key twice.
  if (JSON.stringify(value) !== text) return undefined
  const { success, data } = z.safeParse(signedName, value)
  if (!success) return undefined
  const name = visibleDomain(data.name)
  const kinds = [data.attributes, data.address, data.release].filter((each) => each !== undefined)
  if (kinds.length > 1) return undefined
  if (data.release) return { text: say('releaseName', { name }), tone: 'caution', rows: [] }
  if (data.address) {
    const { coin_type, address } = data.address
    const coin: ViewRow = { label: say('network'), value: coinName(coin_type), kind: 'text' }
    return address === null
      ? { text: say('clearName', { name }), tone: 'caution', rows: [coin] }
      : {
          ...{ text: say('pointName', { name }), tone: 'caution' },
          rows: [{ label: say('to'), value: visibleText(address), kind: 'address' }, coin],
        }
  }
  const attributes = Object.entries(data.attributes ?? {})
  return {
    text: say('setName', { name }),
    rows: attributes.map(([label, words]) => ({ label, value: visibleText(words ?? ''), kind: 'text' })),
  }
}

/** Coins by SLIP-44; others by their number. */
const coins: Readonly<Record<number, string>> = { 0: 'Bitcoin', 60: 'Ethereum', 354: 'Polkadot', 501: 'Solana' }
const coinName = (type: number): string => coins[type] ?? String(type)
