import { nameAt, placeOf, readLockfile } from '../check/readLockfile.ts'

const aside = new Set(['react', 'react-dom'])

/** counts a site’s packages through workspaces and peers, each copy once, without React and optional peers */
export async function installedPackages(root: string, start = 'packages/react'): Promise<string[]> {
  const lock = await readLockfile(root)
  const packages = new Map<string, string>()
  const visit = (place: string) => {
    const entry = lock.packages[place]
    if (!entry || packages.has(place)) return
    packages.set(place, `${nameAt(place, entry)} ${entry.version ?? ''}`)
    const isOptional = (name: string) => entry.peerDependenciesMeta?.[name]?.optional === true
    const needed = [
      ...Object.keys(entry.dependencies ?? {}),
      ...Object.keys(entry.optionalDependencies ?? {}),
      ...Object.keys(entry.peerDependencies ?? {}).filter((name) => !isOptional(name)),
    ]
    for (const name of needed) {
      if (aside.has(name)) continue
      const at = placeOf(lock, place, name)
      const linked = at === undefined ? undefined : lock.packages[at]
      if (at !== undefined) visit(linked?.link && linked.resolved ? linked.resolved : at)
    }
  }
  visit(start)
  return [...packages.values()].toSorted()
}
