import { join } from 'node:path'

/**
 * Modules that load together share one file: first the button, then whatever else a site may import (a file of its own,
 * since the dialog's use of it would keep a bundler from leaving it out), then the dialog, then the parts of a dialog
 * in use.
 */
const together = [
  {
    name: 'billfold',
    begin: [
      'react/src/createAppKit.tsx',
      'react/src/api/AppKitButton.tsx',
      // A few bytes for which the dialog's first rows would otherwise fetch a second file.
      'react/src/ui/WalletTile.tsx',
      'core/src/features/wallets/imageUrl.ts',
    ],
  },
  { name: 'parts', begin: ['react/src/index.ts'] },
  { name: 'modal', begin: ['react/src/modal/mountModal.tsx'] },
  {
    name: 'complete',
    begin: [
      'core/src/completeKit.ts',
      'react/src/views/connect/RegistryLists.tsx',
      'core/src/api/createDialogApi.ts',
      'react/src/modal/laterParts.tsx',
    ],
  },
]

type Graph = { getModuleInfo(id: string): { importedIds: readonly string[] } | null }
type Group = { name: (id: string, graph: Graph) => string | null; debugName: string; priority: number }

/**
 * The kit's files as groups of modules, each module in the earliest that needs it. Bundlers on their own move code that
 * two parts share into files of its own, ten before the button and fourteen after a tap; each costs a phone a round
 * trip.
 */
export function kitChunks(root: string): Group[] {
  let known: Map<string, string> | undefined
  return together.map(({ name }, index) => ({
    name(id, graph) {
      known ??= chunksOf(root, graph)
      return known.get(id) === name ? name : null
    },
    debugName: name,
    priority: together.length - index,
  }))
}

function chunksOf(root: string, graph: Graph): Map<string, string> {
  const known = new Map<string, string>()
  for (const { name, begin } of together) {
    const waiting = begin.map((path) => join(root, 'packages', path))
    for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
      const module = known.has(id) ? null : graph.getModuleInfo(id)
      if (!module) continue
      known.set(id, name)
      waiting.push(...module.importedIds)
    }
  }
  return known
}
