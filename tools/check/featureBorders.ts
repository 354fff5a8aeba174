import { conductors } from './borders.ts'
import type { Problem } from './problem.ts'
import type { Module } from './readModules.ts'
import { isTest } from './sourceFile.ts'

const features = 'packages/core/src/features/'

/**
 * Features announce, they never command: no feature takes another's action, and outside the features only the reactions
 * take the actions of several. An action is an exported function whose first parameter is `kit`; a query is named
 * `…Query`.
 */
export function actionProblems(modules: Map<string, Module>): Problem[] {
  const problems: Problem[] = []
  for (const { path, imports } of modules.values()) {
    if (!path.startsWith('packages/core/src/') || isTest(path) || conductors.some((root) => path.startsWith(root)))
      continue
    const own = featureOf(path)
    const commanded = new Set<string>()
    for (const { target, typeOnly, names, line } of imports) {
      if (typeOnly || target.kind !== 'file') continue
      const other = featureOf(target.path)
      if (other === undefined || other === own) continue
      const taken = actionsAmong(modules.get(target.path), names)
      if (taken.length === 0) continue
      commanded.add(other)
      if (own !== undefined)
        problems.push({
          path,
          line,
          sentence: `imports ${taken.join(', ')}, an action of ${other}: announce an event instead, and react to it in reactions/`,
        })
      else if (commanded.size > 1)
        problems.push({
          path,
          line,
          sentence: `imports actions of several features (${[...commanded].join(', ')}): only reactions/, createKit.ts and completeKit.ts do`,
        })
    }
  }
  return problems
}

const featureOf = (path: string) =>
  path.startsWith(features) ? path.slice(features.length).split(/[/.]/)[0] : undefined

function actionsAmong(module: Module | undefined, names: string[]): string[] {
  const parameters = module?.parsed.firstParameters ?? new Map<string, string>()
  const actions = [...parameters]
    .filter(([name, first]) => first === 'kit' && !name.endsWith('Query'))
    .map(([name]) => name)
  return names.includes('*') ? actions : actions.filter((name) => names.includes(name))
}
