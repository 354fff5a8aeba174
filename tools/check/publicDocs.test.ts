import { expect, test } from 'vitest'
import { checkPublicDocs } from './publicDocs.ts'
import { manifests, removeTree, writeTree } from './writeTree.ts'

test('reports an undocumented public name, wherever it is declared', async () => {
  const root = await writeTree({
    ...manifests(),
    'packages/react/src/index.ts': `
export { createKit } from './createKit.ts'
export type { Props } from './Props.ts'
/** Opens and closes the modal. */
export { useKit } from './useKit.ts'
export { Session } from './Session.ts'
`,
    'packages/react/src/createKit.ts': `import type { Input } from '@billfold/core/input'
/** Makes the kit and its modal. */
export function createKit(options: Omit<Input, 'secret'> & { id?: string }): void {}
`,
    'packages/core/src/input.ts': `/** What a site asks for. */
export type Input = {
  /** Where the API is to be found. */
  apiUrl: string
  /** Yes. */
  debug: boolean
  secret?: never
}
`,
    'packages/react/src/Props.ts': `export type Props = { /** The text on the button. */ label: string; size: string }
type Unseen = { nothing: string }
`,
    'packages/react/src/useKit.ts': `/** Opens and closes the modal. */
export const useKit = (): { open(): void } => ({ open() {} })
`,
    'packages/react/src/Session.ts': `/** A visitor who is signed in. */
export class Session {
  #own = 1
  protected load() {}
  constructor() {}
  end() {}
}
`,
  })
  const problems = await checkPublicDocs(root).finally(() => removeTree(root))
  expect(problems.map(({ path, line, sentence }) => [path, line, sentence.split(' ')[0]])).toEqual([
    ['packages/core/src/input.ts', 6, 'Input.debug'],
    ['packages/react/src/createKit.ts', 3, 'createKit.id'],
    ['packages/react/src/Props.ts', 1, 'Props'],
    ['packages/react/src/Props.ts', 1, 'Props.size'],
    ['packages/react/src/Session.ts', 6, 'Session.end'],
    ['packages/react/src/useKit.ts', 2, 'useKit.open'],
  ])
})
