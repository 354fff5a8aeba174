import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Lockfile, nameAt } from '../check/readLockfile.ts'

const isLicence = /^(?:licen[cs]e|copying|notice)(?:[.-].*)?$/i

/** The licences of the bundled packages, as each asks to be passed on. */
export async function licenceTexts(root: string, lock: Lockfile, packages: readonly string[]): Promise<string> {
  const sections = new Map<string, string>()
  for (const place of packages) {
    const entry = lock.packages[place]
    const title = `${nameAt(place, entry)} ${entry?.version} (${entry?.license})`
    const names = (await readdir(join(root, place))).filter((name) => isLicence.test(name)).sort()
    const texts = await Promise.all(names.map((name) => readFile(join(root, place, name), 'utf8')))
    sections.set(title, texts.map((text) => text.replaceAll('\r\n', '\n').trim()).join('\n\n'))
  }
  const parts = [...sections].sort(([a], [b]) => (a < b ? -1 : 1)).map(([title, text]) => `${title}\n\n${text}`)
  return `${parts.join(`\n\n${'-'.repeat(72)}\n\n`)}\n`
}
