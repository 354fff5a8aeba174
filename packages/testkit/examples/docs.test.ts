import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'

const read = (path: string) => readFile(new URL(path, import.meta.url), 'utf8')

/** The part of an example between `// docs:name` and `// docs:end`, as it stands in the page. */
function region(source: string, name: string): string {
  const lines = source.split('\n')
  const start = lines.findIndex((line) => line.trim() === `// docs:${name}`)
  const end = lines.findIndex((line, i) => i > start && line.trim() === '// docs:end')
  return lines
    .slice(start + 1, end)
    .map((line) => line.replace(/^ {2}/, ''))
    .join('\n')
}

test('documents only examples that run as tests', async () => {
  const [page, playwright, vitest, walletConnect] = await Promise.all([
    read('../../../docs/testing.md'),
    read('./playwright.int.test.ts'),
    read('./vitest.int.test.ts'),
    read('../src/walletconnect/universalProvider.int.test.ts'),
  ])
  const blocks = [...page.matchAll(/```ts\n([\s\S]*?)\n```/g)].map(([, code]) => code)
  const names = ['install', 'stall', 'window', 'changes']
  const others = [region(vitest, 'vitest'), region(walletConnect, 'walletconnect')]
  expect(blocks).toEqual([...names.map((name) => region(playwright, name)), ...others])
})
