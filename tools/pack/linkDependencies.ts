import { access, mkdir, symlink } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'

/**
 * Links a package's dependencies beside it, from the packages installed here. Installing the folder makes a link to it,
 * and npm installs nothing there: without this, Node would look in the folders above, where this repository has other
 * packages by the same name.
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

/** A package may exist in several versions: use the one that our packages resolve. */
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
  throw new Error(`${name} is not installed: run npm ci`)
}
