import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { kitEntries, testkitEntries } from '../pack/kitEntries.ts'
import type { PublicPackage } from './writeReport.ts'

/** The packages that sites install and that are here, each with the source files of its entry points from `packages/`, without their ending. */
export async function publicPackages(root: string): Promise<PublicPackage[]> {
  const manifestOf = async (folder: string) =>
    JSON.parse(await readFile(join(root, 'packages', folder, 'package.json'), 'utf8')) as {
      name: string
      exports: Record<string, string>
    }
  const exported = async (folder: string): Promise<PublicPackage> => {
    const { name, exports } = await manifestOf(folder)
    const rows = Object.entries(exports).map(([path, file]) => [
      join(name, path),
      `${folder}/${file.replace(/^\.\/|\.ts$/g, '')}`,
    ])
    return { name, folder, entries: Object.fromEntries(rows) }
  }
  const named = (folder: string, source: string, table: Record<string, string>): PublicPackage => {
    const name = `@billfold/${folder}`
    const rows = Object.entries(table).map(([path, file]) => [
      path === 'index' ? name : `${name}/${path}`,
      `${folder}/${source}${file}`,
    ])
    return { name, folder, entries: Object.fromEntries(rows) }
  }
  const isHere = (folder: string) => existsSync(join(root, 'packages', folder, 'package.json'))
  return [
    ...(isHere('react') ? [named('react', 'src/', kitEntries)] : []),
    ...(isHere('testkit') ? [named('testkit', '', testkitEntries)] : []),
    ...(await Promise.all(['server-auth', 'appkit-compat'].filter(isHere).map(exported))),
  ]
}
