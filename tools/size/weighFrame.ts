import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build } from 'vite'

/**
 * The weight of the embedded wallet's page on load: its page, its worker and the heaviest of its languages, in bytes of
 * gzip.
 */
export async function weighFrame(root: string): Promise<number> {
  const built = await build({
    configFile: join(root, 'apps/frame/vite.config.ts'),
    logLevel: 'silent',
    build: { write: false },
  })
  if (!('output' in built)) throw new Error('The frame must be built into one page')
  const scripts = built.output
    .filter(({ fileName }) => fileName.endsWith('.js'))
    .map((file) => ({
      isLanguage: file.type === 'chunk' && !file.isEntry && /\/catalogs\/\w+\.json$/.test(file.facadeModuleId ?? ''),
      bytes: gzipSync(file.type === 'chunk' ? file.code : file.source, { level: 9 }).length,
    }))
  const languages = scripts.filter(({ isLanguage }) => isLanguage).map(({ bytes }) => bytes)
  if (languages.length === 0) throw new Error('The frame’s languages must be files of their own')
  const always = scripts.filter(({ isLanguage }) => !isLanguage).reduce((sum, { bytes }) => sum + bytes, 0)
  return always + Math.max(...languages)
}
