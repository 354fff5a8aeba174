import { mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { unwrapWoff } from './unwrapWoff.ts'

const weights = [400, 500, 600]
const files = [
  ['@fontsource/inter', 'inter-latin', 'Inter'],
  ['@fontsource/inter', 'inter-latin-ext', 'Inter'],
  ['@fontsource/noto-sans-arabic', 'noto-sans-arabic-arabic', 'Noto Sans Arabic'],
  // The small figures of very small amounts.
  ['@fontsource/roboto', 'roboto-math', 'Roboto'],
  ['@fontsource/jetbrains-mono', 'jetbrains-mono-latin', 'JetBrains Mono'],
] as const

/**
 * A folder of fonts and the fontconfig file that knows only them. The kit uses the system's own fonts, so pictures
 * would differ by machine: with this the system is the same everywhere, and the page needs no font of its own.
 */
export async function testFonts(): Promise<{ folder: string; config: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'billfold-fonts-'))
  const fonts = join(folder, 'fonts')
  await mkdir(fonts)
  const require = createRequire(import.meta.url)
  for (const [name, file] of files) {
    const home = dirname(require.resolve(`${name}/package.json`))
    for (const weight of weights) {
      const woff = await readFile(join(home, 'files', `${file}-${weight}-normal.woff`))
      await writeFile(join(fonts, `${file}-${weight}.ttf`), unwrapWoff(woff))
    }
  }
  const config = join(folder, 'fonts.conf')
  await writeFile(config, fontconfig(fonts, join(folder, 'cache')))
  return { folder, config }
}

/** Each weight has its own family name; with one name they are weights of one family. */
const rename = (file: string, family: string) =>
  `<match target="scan"><test name="file" compare="contains"><string>${file}</string></test><edit name="family" mode="assign"><string>${family}</string></edit></match>`

const prefer = (generic: string, families: readonly string[]) =>
  `<match target="pattern"><test name="family"><string>${generic}</string></test><edit name="family" mode="prepend" binding="strong">${families
    .map((each) => `<string>${each}</string>`)
    .join('')}</edit></match>`

const fontconfig = (fonts: string, cache: string) => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig>
<dir>${fonts}</dir>
<cachedir>${cache}</cachedir>
${files.map(([, file, family]) => rename(file, family)).join('\n')}
${['sans-serif', 'system-ui', 'serif'].map((each) => prefer(each, ['Inter', 'Noto Sans Arabic', 'Roboto'])).join('\n')}
${prefer('monospace', ['JetBrains Mono'])}
<match target="font"><edit name="hinting" mode="assign"><bool>false</bool></edit><edit name="antialias" mode="assign"><bool>true</bool></edit><edit name="rgba" mode="assign"><const>none</const></edit></match>
</fontconfig>
`
