import { readFileSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import {
  assets,
  type FramedMark,
  onboardWallets,
  recolored,
  satoshiWallets,
  subwalletWallets,
  tokens,
  wallets,
} from './marks.ts'

// Takes the registry's marks from @web3icons/core 4.0.56, @web3-onboard/injected-wallets 2.11.3,
// @subwallet-connect/injected-wallets and @midl/satoshi-kit 3.0.3 (all MIT). They have 18,000 files for the hundred we
// need, so they are not installed with the rest: `npm pack` and unpack each. The server, tests included, validates what it reads.

const [from, onboard, subwallet, satoshi] = process.argv.slice(2)
if (!from || !onboard || !subwallet || !satoshi)
  throw new Error(
    'Pass the folders of the unpacked @web3icons/core, @web3-onboard/…, @subwallet-connect/… and @midl/….',
  )
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
    await writeFile(join(registry, folder, `${name}.svg`), plain(recolored[name]?.(svg) ?? svg))
  }
}
for (const [folder, marks] of [
  [onboard, onboardWallets],
  [subwallet, subwalletWallets],
] as const)
  for (const [name, mark] of Object.entries(marks)) {
    const file = resolve(folder, 'dist/icons', `${mark.icon}.js`)
    const { default: svg } = (await import(pathToFileURL(file).href)) as { default: string }
    await writeFile(join(registry, 'wallets', `${name}.svg`), plain(framed(recolored[name]?.(svg) ?? svg, mark)))
  }
for (const [name, component] of Object.entries(satoshiWallets)) {
  const file = resolve(satoshi, 'dist/shared/ui/wallet-icons', `${component}.mjs`)
  await writeFile(join(registry, 'wallets', `${name}.svg`), plain(await drawComponent(file)))
}
const { version } = JSON.parse(readFileSync(join(from, 'package.json'), 'utf8')) as { version: string }
console.log(`Took ${[wallets, assets, tokens].flatMap(Object.keys).length} marks of @web3icons/core ${version}.`)

function plain(svg: string): string {
  const shapes = svg.replace(/^\s*<\?xml [^<>?]*\?>|<title>[^<]*<\/title>| class="web3icons"|xlink:(?=href)/g, '')
  return `${shapes.replace(/>\s+</g, '><').replace(/\s+/g, ' ').trim()}\n`
}

/** The icon in a square of 40, on its ground. */
function framed(svg: string, { ground, inset = 0 }: FramedMark): string {
  const size = 40 - 2 * inset
  const inner = svg.replace(/<svg([^>]*)>/, (_, attributes: string) => {
    const kept = attributes.replace(/\s(?:width|height|x|y|xmlns:xlink|style|version)="[^"]*"/g, '')
    return `<svg x="${inset}" y="${inset}" width="${size}" height="${size}"${kept}>`
  })
  const rect = ground ? `<rect width="40" height="40" fill="${ground}"/>` : ''
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40">${rect}${plain(inner)}</svg>`
}

/** A React component's SVG. Its file has one import, React's, which needs no React here: an element is its text. */
async function drawComponent(file: string): Promise<string> {
  const runtime = `const jsx = (tag, { children = '', className, ...attributes }) => '<' + tag + Object.entries(attributes)
    .map(([name, value]) => ' ' + name.replace(/^(clip|fill|stop|stroke)([A-Z])/, (_, a, b) => a + '-' + b.toLowerCase()) + '="' + value + '"')
    .join('') + '>' + [children].flat().join('') + '</' + tag + '>', jsxs = jsx;`
  const code = readFileSync(file, 'utf8').replace(/^import .* from "react\/jsx-runtime";$/m, runtime)
  const { default: draw } = (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as {
    default: (props: object) => string
  }
  return draw({})
}
