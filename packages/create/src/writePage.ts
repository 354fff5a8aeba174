import { mkdir, readdir, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { CreateError } from './createError.ts'
import { checkName } from './readArguments.ts'
import { type Files, filesOf, type Plan } from './templates.ts'

type Target = { folder: string; name: string }

/** The folder of the new page; rejects a non-empty one before any prompt. */
export async function chooseTarget(cwd: string, given: string): Promise<Target> {
  const folder = resolve(cwd, given)
  const name = checkName(basename(folder))
  const there = await readdir(folder).catch((e: NodeJS.ErrnoException) => {
    if (e.code === 'ENOENT') return []
    if (e.code === 'ENOTDIR') throw new CreateError(`${folder} is a file. Choose another name.`)
    throw new CreateError(`${folder} cannot be read (${e.code}).`)
  })
  // A fresh repository is as good as an empty folder.
  const [first] = there.filter((each) => each !== '.git')
  if (first !== undefined)
    throw new CreateError(
      `${folder} is not empty (it has ${first}). Nothing was written: choose another name, or empty it.`,
    )
  return { folder, name }
}

/** The npm range, or the tarballs of an unpublished kit: the named one, and the test kit beside it. */
export async function findTarballs(
  cwd: string,
  { kit, testkit }: { kit?: string | undefined; testkit?: string | undefined },
  version: string,
): Promise<Pick<Plan, 'kit' | 'testkit'>> {
  if (kit === undefined && testkit === undefined) return { kit: `^${version}`, testkit: `^${version}` }
  const kitFile = kit && resolve(cwd, kit)
  const testkitFile = testkit ? resolve(cwd, testkit) : kitFile && join(dirname(kitFile), 'testkit.tgz')
  for (const [flag, file] of [
    ['--kit', kitFile],
    ['--testkit', testkitFile],
  ] as const)
    if (file && !(await stat(file).catch(() => undefined)))
      throw new CreateError(`File not found: ${file} (${flag}). \`npm run pack\` in the Billfold repository makes it.`)
  return {
    kit: kitFile ? `file:${kitFile}` : `^${version}`,
    testkit: testkitFile ? `file:${testkitFile}` : `^${version}`,
  }
}

/** Writes a page's files; one that appeared meanwhile is left alone, and said. */
export async function writePage(folder: string, plan: Plan): Promise<Files> {
  const files = filesOf(plan)
  for (const [path, text] of Object.entries(files)) {
    const file = join(folder, path)
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, text, { flag: 'wx' }).catch((e: NodeJS.ErrnoException) => {
      throw new CreateError(
        e.code === 'EEXIST'
          ? `${file} was created meanwhile and was left unchanged.`
          : `${file} cannot be written (${e.code}).`,
      )
    })
  }
  return files
}
