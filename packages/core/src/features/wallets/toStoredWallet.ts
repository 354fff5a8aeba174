import type { Wallet } from '@billfold/protocol/api/registry'
import { isOpenable } from '../../ports/page.ts'

const texts = ['badge_type', 'image_id', 'rdns']
const fields = [
  'badge_type',
  'image_id',
  'rdns',
  'homepage',
  'image_url',
  'mobile_link',
  'desktop_link',
  'webapp_link',
  'browser_link',
  'app_store',
  'play_store',
  'chrome_store',
] as const

/** Parses a wallet from storage or a site's options, dropping invalid fields; undefined without an id and a name. */
export function toStoredWallet(value: unknown): Wallet | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const given = value as Record<string, unknown>
  const { id, name } = given
  if (typeof id !== 'string' || typeof name !== 'string' || !id || !name) return undefined
  if (id.length > 200 || name.length > 200) return undefined
  const wallet: Wallet = { id, name }
  for (const key of fields) {
    const text = given[key]
    if (typeof text === 'string' && (texts.includes(key) || isOpenable(text))) wallet[key] = text
  }
  for (const key of ['chains', 'relays'] as const) {
    const list = given[key]
    if (Array.isArray(list)) wallet[key] = list.filter((each) => typeof each === 'string')
  }
  return wallet
}
