import { expect, test } from 'vitest'
import { checkPlainWords } from './plainWords.ts'
import { lowerBudgets } from './wordBudgets.ts'
import { removeTree, writeTree } from './writeTree.ts'

const check = async (files: Record<string, string>) => {
  const root = await writeTree(files)
  return checkPlainWords(root).finally(() => removeTree(root))
}
const texts = 'packages/react/src/i18n/catalogs/en.json'

test('a word that sounds translated is named with what to write', async () => {
  const problems = await check({
    [texts]: '{\n  "away": "Swaps cannot be had now",\n  "name": "Nobody has this name."\n}\n',
    'docs/relay.md': '# Relay\n\nA peer that says no is closed. Nobody else hears of it.\n',
  })
  expect(problems.map(({ path, line }) => [path, line])).toEqual([
    ['docs/relay.md', 3],
    [texts, 2],
    [texts, 3],
  ])
  expect(problems[1]!.sentence).toBe('says “cannot be had”: write “unavailable”')
})

test('judges the statements of the specification’s page, and not the titles that it quotes', async () => {
  const rows = [
    '| | statement | in the code | shown by |',
    '| 1.1 | A wallet that cannot be had. | `a.ts` | `a.test.ts`: waits |',
    '| 1.2 | A wallet. | `a.ts` | `a.test.ts`: leads to where it can be had |',
  ]
  const problems = await check({ 'docs/specification.md': rows.join('\n') })
  expect(problems.map(({ line }) => line)).toEqual([2])
})

test('comments, titles, log lines and thrown messages are held to plain words, and named with their line', async () => {
  const problems = await check({
    'packages/core/src/x.ts': [
      '/** Whoever asks',
      ' * gets it for ever. */',
      "export const x = 1 // somebody's",
      "log.info('The relay does not answer')",
      'throw new KitError("internal", { message: `It makes no sense` })',
    ].join('\n'),
    'packages/core/src/x.test.ts': "it.each([['nobody', 1]])('asks %s', () => {})\ntest('anybody may', () => {})\n",
  })
  expect(
    problems.map(({ path, line, sentence }) => [path, line, /“(.+?)” in a (\w+)/.exec(sentence)?.slice(1)]),
  ).toEqual([
    ['packages/core/src/x.test.ts', 1, ['nobody', 'title']],
    ['packages/core/src/x.test.ts', 2, ['anybody', 'title']],
    ['packages/core/src/x.ts', 1, ['Whoever', 'comment']],
    ['packages/core/src/x.ts', 2, ['for ever', 'comment']],
    ['packages/core/src/x.ts', 3, ['somebody', 'comment']],
    ['packages/core/src/x.ts', 4, ['does not answer', 'message']],
    ['packages/core/src/x.ts', 5, ['makes no sense', 'message']],
  ])
})

test('old words and sentences that begin at their end are named in docs, texts and code; names and a licence are not', async () => {
  const problems = await check({
    'docs/relay.md': '# Relay\n\nOnly then does it answer.\nIt is read anew.\n',
    [texts]: '{ "whom": "To whom" }\n',
    'packages/core/src/x.ts':
      '/** So long does it hold. */\nexport const whom = anew // nor does it end, so long as it is fine\n',
    'packages/core/src/x.test.ts': "test('says whom', () => {})\n// Nor is it read twice.\n",
    'apps/server/src/db/migrations/0001.ts': '// read anew\n',
    LICENSE: 'on behalf of whom\n',
  })
  expect(problems.map(({ path, line, sentence }) => [path, line, /“(.+?)”/.exec(sentence)?.[1]])).toEqual([
    ['docs/relay.md', 3, 'Only then does'],
    ['docs/relay.md', 4, 'anew'],
    [texts, 1, 'whom'],
    ['packages/core/src/x.test.ts', 2, 'Nor is'],
    ['packages/core/src/x.test.ts', 1, 'whom'],
    ['packages/core/src/x.ts', 1, 'So long does'],
  ])
})

test('names, other strings, quoted code, a user called nobody and other languages are left alone', async () => {
  const problems = await check({
    [texts]: '{ "nobody": "No one yet" }\n',
    'packages/react/src/i18n/catalogs/de.json': '{ "a": "Nobody" }\n',
    'packages/core/src/x.ts':
      "/** Runs as postgres or nobody; see `nobody`. */\nexport const x = ask('Nobody', ofNobody)\n",
  })
  expect(problems).toEqual([])
})

test('two texts that differ only by case are one text', async () => {
  const problems = await check({
    [texts]: '{ "send": "Copy address",\n"swap": "Copy Address", "b": "All Wallets", "c": "All wallets" }\n',
  })
  expect(problems).toEqual([
    {
      path: texts,
      line: 2,
      sentence: 'says “Copy Address”, and another text “Copy address”: write one of them',
    },
  ])
})

test.each([
  ['// The relay is told of it', 'is told'],
  ["test('a node that was asked', f)", 'was asked'],
  ["log.info('peers are heard')", 'are heard'],
  ['/** Counts. Who asks: the address. */', '. Who asks'],
  ['/** Whose it is. */', 'Whose it'],
  ["it('what is stored is read', f)", 'what'],
  ['/** What a relay bears. */', 'What a'],
  ['/** Its fee; undefined where it has none. */', 'undefined where'],
  ['// the session is none of ours', 'is none'],
  ["throw new Error('Give a number, or else')", ', or else'],
  ['// before a reload, also after one', ', also after'],
  ['// It has another owner than before', 'another owner than'],
  ["log.warn('Tried in vain')", 'in vain'],
  ['// Lets so many blocks pass', 'so many'],
  ["it('takes a no', f)", 'a no'],
  ['// The wallet says yes', 'says yes'],
  ["describe('a node is away', f)", 'is away'],
  ["it('waits; retries', f)", ';'],
])('%s has a pattern of its own', async (code, match) => {
  const problems = await check({ 'packages/core/src/x.ts': `\n${code}\n` })
  expect(problems).toHaveLength(1)
  expect(problems[0]).toMatchObject({ line: 2, sentence: expect.stringMatching(`says “${match}”`) })
})

test('finds a phrase across the lines of a comment, and names the line it begins in', async () => {
  const code = [
    '/**',
    ' * A node that was',
    ' * asked twice.',
    ' */',
    '// It is nothing',
    '// where it',
    'x() // is away',
  ]
  const problems = await check({ 'packages/core/src/x.ts': `${code.join('\n')}\n` })
  expect(problems.map(({ line, sentence }) => [line, /“(.+?)”/.exec(sentence)?.[1]])).toEqual([
    [2, 'was asked'],
    [5, 'nothing where'],
    [7, 'is away'],
  ])
})

test('leaves rows of `each`, quoted code and plain uses of the same words alone', async () => {
  const code = [
    "test.each([['what is said; it is away', 1]])('reads %s', (x) => {})",
    '/** What `useX` returns; `it is told`. If there is none, so long as it waits. */',
    '// The one who asks. else if (a) is fine',
  ]
  expect(await check({ 'packages/core/src/x.ts': code.join('\n') })).toEqual([])
})

test('lets a package keep the uses that its budget holds', async () => {
  const files = {
    'packages/core/src/x.ts': '// It is told.\n',
    'tools/check/wordBudgets.json': '{ "packages/core": { "is told": 1 } }',
  }
  expect(await check(files)).toEqual([])
  const more = await check({ ...files, 'packages/core/src/y.ts': '// It was told.\n' })
  expect(more[0]).toMatchObject({ path: 'packages/core', sentence: expect.stringMatching('2 times, and 1 at most') })
})

test('lowers budgets to what is left, and raises none', () => {
  const budgets = { a: { told: 5, 'is none': 1 }, b: { told: 2 } }
  expect(lowerBudgets(budgets, { a: { told: 3 }, b: { told: 4 }, c: { told: 1 } })).toEqual({
    a: { told: 3 },
    b: { told: 2 },
  })
})
