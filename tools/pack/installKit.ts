import { join } from 'node:path'
import { link } from './linkDependencies.ts'
import { packKit } from './packKit.ts'

/** Installs the packed kit and its dependencies into a site's folder, from the packages installed here. */
export async function installKit(root: string, site: string, options?: { types?: boolean }): Promise<void> {
  await packKit(root, join(site, 'node_modules/@billfold/react'), options)
  for (const name of ['react', 'react-dom'])
    await link(join(root, 'node_modules', name), join(site, 'node_modules', name))
}
