import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { type BuiltScript, bundleScript } from './bundleScript.ts'
import { readVersion } from './packageManifest.ts'

/** The guide that shows the script's tag. */
export const scriptGuide = 'docs/guides/plain-page.md'

/** The guide with the script's version, hash and size. */
export function withScript(text: string, { code, integrity }: BuiltScript, version: string): string {
  const mb = (bytes: number) => (bytes / 1e6).toFixed(1)
  return text
    .replaceAll(/@billfold\/react@\d+\.\d+\.\d+/g, `@billfold/react@${version}`)
    .replaceAll(/sha384-[\w+/]+={0,2}/g, integrity)
    .replaceAll(
      /[\d.]+ MB, [\d.]+ MB compressed/g,
      `${mb(Buffer.byteLength(code))} MB, ${mb(gzipSync(code).length)} MB compressed`,
    )
}

export const readGuide = (root: string): Promise<string> => readFile(join(root, scriptGuide), 'utf8')

/** Builds the script and writes its version, hash and size into the guide. */
export async function writeScriptInDocs(root: string): Promise<string> {
  const script = await bundleScript(root)
  await writeFile(join(root, scriptGuide), withScript(await readGuide(root), script, await readVersion(root)))
  return `Wrote ${script.integrity} to ${scriptGuide}.`
}
