import { readFileSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { assets, tokens, wallets } from './marks.ts'

// Takes the registry's marks from @web3icons/core (MIT). The package has 18,000 files for the sixty we need, so it is
// not installed with the rest. The server, tests included, validates what it reads: npm pack @web3icons/core@4.0.56 &&
// tar xzf web3icons-core-*.tgz && node tools/logos/main.ts package

const [from] = process.argv.slice(2)
if (!from) throw new Error('Pass the folder of the unpacked @web3icons/core.')
const registry = join(import.meta.dirname, '../../apps/server/registry')

for (const [folder, marks] of [
  ['wallets', wallets],
  ['images/assets', assets],
  ['images/tokens', tokens],
] as const) {
  await mkdir(join(registry, folder), { recursive: true })
  for (const [name, mark] of Object.entries(marks)) {
    const [kind, title] = mark.split('/')
    const file = resolve(from, 'dist/svgs', kind!, 'background', `${title}.svg.js`)
    const { default: svg } = (await import(pathToFileURL(file).href)) as { default: string }
    const plain = `${svg
      .replace(/ class="web3icons"/, '')
      .replace(/>\s+</g, '><')
      .trim()}\n`
    await writeFile(join(registry, folder, `${name}.svg`), plain)
  }
}
const { version } = JSON.parse(readFileSync(join(from, 'package.json'), 'utf8')) as { version: string }
console.log(`Took ${[wallets, assets, tokens].flatMap(Object.keys).length} marks of @web3icons/core ${version}.`)
