import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

const registry = resolve(import.meta.dirname, '../../../apps/server/registry')
const readJson = (path: string) => JSON.parse(readFileSync(path, 'utf8'))

type Wallet = { id?: string; name: string; order?: number; image_id?: string }
type Answer = { type: string; body: string }

/**
 * Responses of the registry, ours and the one that AppKit asks have the same paths: the bundled wallets and their marks,
 * by path; undefined for anything else.
 */
export function readRegistry(): (path: string) => Answer | undefined {
  const names = readdirSync(join(registry, 'wallets')).filter((name) => name.endsWith('.json'))
  const files = names.map((name) => ({ name, wallet: readJson(join(registry, 'wallets', name)) as Wallet }))
  const listed = files.flatMap(({ wallet }) => (wallet.id ? [{ ...wallet, image_id: wallet.id }] : []))
  const data = listed.toSorted((a, b) => (a.order ?? 0) - (b.order ?? 0))
  const images = new Map<string, string>()
  for (const { name, wallet } of files)
    if (wallet.id) images.set(`getWalletImage/${wallet.id}`, join(registry, 'wallets', name.replace('.json', '.svg')))
  for (const { ids } of readJson(join(registry, 'assets.json')) as { ids: string[] }[])
    for (const id of ids)
      images.set(`getAssetImage/${id}`, join(registry, 'images/assets', `${ids[0]!.replace(':', '_')}.svg`))
  return (path) => {
    if (path.endsWith('/getWallets'))
      return { type: 'application/json', body: JSON.stringify({ data: data.slice(0, 40), count: 400 }) }
    const file = images.get(decodeURIComponent(path.split('/').slice(-2).join('/')))
    return file && existsSync(file) ? { type: 'image/svg+xml', body: readFileSync(file, 'utf8') } : undefined
  }
}
