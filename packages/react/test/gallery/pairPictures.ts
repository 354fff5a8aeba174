import { execFile } from 'node:child_process'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join, relative, resolve } from 'node:path'
import { promisify } from 'node:util'
import { comparePictures } from './comparePictures.ts'
import { sideBySide } from './picture.ts'
import { pictureFolder } from './pictureFiles.ts'
import { readPng } from './readPng.ts'
import { writePng } from './writePng.ts'

// npm run pictures -- --since <commit>: the gallery's pictures of that commit, each beside the one of the working tree,
// in .billfold/pictures/since-<commit>. Both are in the repository, so no browser runs.

const [, , , since] = process.argv
if (!since) throw new Error('Name a commit: npm run pictures -- --since <commit>')
const root = resolve(import.meta.dirname, '../../../..')
const folder = join(root, '.billfold/pictures', `since-${since}`)
const run = promisify(execFile)
const git = async (...args: string[]): Promise<Buffer> =>
  (await run('git', args, { cwd: root, encoding: 'buffer', maxBuffer: 1 << 26 })).stdout

const path = relative(root, pictureFolder)
const listed = (await git('ls-tree', '--name-only', since, `${path}/`)).toString().split('\n')
const before = new Set(listed.map((each) => each.slice(path.length + 1)))
await mkdir(folder, { recursive: true })
const names = await readdir(pictureFolder)
let changed = 0
for (const name of names) {
  const now = readPng(await readFile(join(pictureFolder, name)))
  const then = before.has(name) ? readPng(await git('show', `${since}:${path}/${name}`)) : undefined
  if (then && comparePictures(then, now).same) continue
  changed++
  await writeFile(join(folder, name), writePng(then ? sideBySide([then, now], 32) : now))
}
const gone = [...before].filter((name) => name && !names.includes(name))
console.log(`${changed} of ${names.length} pictures differ; gone: ${gone.join(', ') || 'none'}. They are in ${folder}`)
