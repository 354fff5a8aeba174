import { expect, test } from 'vitest'
import { checkPlainWords } from './plainWords.ts'
import { removeTree, writeTree } from './writeTree.ts'

const check = async (files: Record<string, string>) => {
  const root = await writeTree(files)
  return checkPlainWords(root).finally(() => removeTree(root))
}
const send = 'packages/react/src/i18n/send/en.ts'

test('a word that sounds translated is named with what to write', async () => {
  const problems = await check({
    [send]: "export const en = {\n  away: 'Swaps cannot be had now',\n  name: 'Nobody has this name.',\n}\n",
    'docs/relay.md': '# Relay\n\nA peer that says no is closed. Nobody else hears of it.\n',
  })
  expect(problems.map(({ path, line }) => [path, line])).toEqual([
    ['docs/relay.md', 3],
    [send, 2],
    [send, 3],
  ])
  expect(problems[1]!.sentence).toBe('says “cannot be had”: write “unavailable”')
})

test('names in code, comments and other languages are left alone', async () => {
  const problems = await check({
    [send]: '/** Nobody says no. */\nexport const en = { nobodyYet: 1 }\n',
    'packages/react/src/i18n/send/de.ts': "export const de = { a: 'Nobody' }\n",
    'packages/core/src/x.ts': "export const x = 'Nobody'\n",
  })
  expect(problems).toEqual([])
})

test('two texts that differ only by case are one text', async () => {
  const problems = await check({
    [send]: "export const en = { a: 'Copy address' }\n",
    'packages/react/src/i18n/swap/en.ts':
      "export const en = { a: 'Copy Address', b: 'All Wallets', c: 'All wallets' }\n",
  })
  expect(problems).toEqual([
    {
      path: 'packages/react/src/i18n/swap/en.ts',
      line: 1,
      sentence: 'says “Copy Address”, and another text “Copy address”: write one of them',
    },
  ])
})
