import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Messages } from '../catalogs/catalog.ts'
import { catalogProblems, countingProblems } from '../catalogs/catalogProblems.ts'
import { languages } from '../catalogs/languages.ts'
import { modalCatalogs } from '../catalogs/writeTexts.ts'
import { listFiles } from './listFiles.ts'
import type { Problem } from './problem.ts'

/** Every folder of catalogs has every language, with the messages, placeholders and plural forms of English. */
export async function checkCatalogs(root: string): Promise<Problem[]> {
  const files = await listFiles(root)
  const folders = files.flatMap((path) =>
    path.endsWith('/catalogs/en.json') ? [path.slice(0, -'en.json'.length)] : [],
  )
  const problems = await Promise.all(
    folders.map(async (folder) => {
      const english = await readCatalog(join(root, folder, 'en.json'))
      const own = files.filter((path) => path.startsWith(folder))
      const missing = languages.filter((language) => !own.includes(`${folder}${language}.json`))
      const faults = await Promise.all(
        own.map(async (path) => {
          const language = basename(path, '.json')
          if (!languages.includes(language)) return [{ path, sentence: 'is no catalog of a language that we have' }]
          const catalog = await readCatalog(join(root, path))
          const counting = folder === `${modalCatalogs}/` ? [] : countingProblems(catalog)
          return [...catalogProblems(language, catalog, english), ...counting].map((sentence) => ({ path, sentence }))
        }),
      )
      return [...missing.map((language) => ({ path: folder, sentence: `lacks ${language}.json` })), ...faults.flat()]
    }),
  )
  return problems.flat()
}

const readCatalog = async (path: string): Promise<Messages> => JSON.parse(await readFile(path, 'utf8')) as Messages
