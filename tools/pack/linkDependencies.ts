import { access, mkdir, symlink } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'

/**
 * Puts what a package needs beside it, out of what is installed here. Who installs the folder gets a link to it, and npm installs
 * nothing there: without this, packages would be looked for in the folders above, where this repository has others by the same name.
 */
export async function linkDependencies(
  root: string,
  folder: string,
  { dependencies, made }: { dependencies: Record<string, string>; made: string[] },
): Promise<void> {
  for (const name of Object.keys(dependencies))
    await link(await installed(root, name, made), join(folder, 'node_modules', name))
}

export async function link(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true })
  await symlink(relative(dirname(to), from), to)
}

/** A package may be there in several versions: the one that ours have beside them is theirs. */
async function installed(root: string, name: string, made: string[]): Promise<string> {
  for (const place of [...made.map((each) => `packages/${each}`), '.']) {
    const path = join(root, place, 'node_modules', name)
    if (
      await access(path).then(
        () => true,
        () => false,
      )
    )
      return path
  }
  throw new Error(`${name} is not installed; npm ci`)
}
