import { registerHooks } from 'node:module'

/** A top-level declaration of a module, exported or not. */
export type Declared = { file: string; name: string; value: unknown; takes: string | undefined }

const schemas = /^(?:export )?const (\w+)(?:: [^=\n]+)? = z\./gm
const functions = /^(?:export )?(?:function (\w+)\(|const (\w+) = \()(\w+): string[,)]/gm

/**
 * Makes modules of a folder that load from now on report their schemas, and their functions that take a text first:
 * readers of responses and requests are rarely exported, and a list of them would soon be stale.
 */
export function exposeLocals(folder: string): Declared[] {
  const declared: Declared[] = []
  Object.assign(globalThis, { reportDeclared: (one: Declared) => declared.push(one) })
  registerHooks({
    load(url, context, next) {
      const loaded = next(url, context)
      if (!url.startsWith(folder) || !loaded.source) return loaded
      const source = String(loaded.source)
      const reports = [...source.matchAll(schemas), ...source.matchAll(functions)].map(([, first, second, takes]) => {
        const name = first ?? second
        return `reportDeclared({ file: ${JSON.stringify(url.slice(folder.length))}, name: '${name}', value: ${name}, takes: ${JSON.stringify(takes)} });`
      })
      return { ...loaded, source: `${source}\n${reports.join('')}` }
    },
  })
  return declared
}
