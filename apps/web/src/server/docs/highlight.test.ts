import { expect, test } from 'vitest'
import { highlight } from './highlight.ts'

/** The marked parts of a sample, as `kind:text`. */
const partsOf = (language: string, code: string) =>
  [...highlight(code, language).matchAll(/<span class="c-(\w+)">([^<]*)<\/span>/g)].map(([, kind, text = '']) => {
    const plain = text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"')
    return `${kind}:${plain.replaceAll('&#39;', "'").replaceAll('&amp;', '&').trim()}`
  })

test.each([
  ['ts', 'const a = "b" // c', ['keyword:const', 'string:"b"', 'comment:// c']],
  ['ts', '{ type: 1, import: x }', ['number:1']],
  ['js', "if (a === null) return 'b'", ['keyword:if', 'keyword:null', 'keyword:return', "string:'b'"]],
  ['sh', 'npm install --a "b $C" # now', ['keyword:npm', 'string:"b $C"', 'comment:# now']],
  ['json', '{ "a": "b", "c": true }', ['string:"b"', 'keyword:true']],
  ['vue', '<script setup>\nconst a = 1\n</script>\n<template />', ['tag:<script', 'keyword:const', 'number:1']],
  ['html', '<b c="d">e</b>', ['tag:<b', 'string:"d"', 'tag:>', 'tag:</b>']],
  ['diff', '-a\n+b\n c', ['comment:-a', 'string:+b']],
])('%s: marks %s', (language, code, parts) => {
  expect(partsOf(language, code)).toEqual(expect.arrayContaining(parts))
})

// Lines of our own pages, each of a kind that patterns without a grammar get wrong.
test.each([
  ['a type argument from a tag', 'ts', 'handle(): Promise<Response>', []],
  ['a generic call from a tag', 'ts', "useAppKitProvider<BitcoinProvider>('bip122')", ["string:'bip122'"]],
  [
    'a template’s expression from its text',
    'ts',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the sample itself
    '`0x${size + 8}`',
    ['string:`0x', 'number:8', 'string:`'],
  ],
  [
    'a regular expression from a comment',
    'js',
    'if (!/\\/@a\\//.test(id)) return',
    ['keyword:if', 'string:/\\/@a\\//', 'keyword:return'],
  ],
  ['a division from a regular expression', 'ts', 'a / 2 / b', ['number:2']],
  ['text between tags from keywords', 'tsx', '<p>Signed in as {name}</p>', ['tag:<p>', 'tag:</p>']],
  ['an attribute from a keyword', 'tsx', '<a type="b">', ['tag:<a', 'string:"b"', 'tag:>']],
  ['a fragment from an operator', 'tsx', '<>{a}</>', ['tag:<>', 'tag:</>']],
  ['a method from the keyword of its name', 'ts', 'run().catch(a).finally(b)', []],
  [
    'a URL in a string from a comment',
    'ts',
    "'https://a.example' // b",
    ["string:'https://a.example'", 'comment:// b'],
  ],
  ['a command from the variables before it', 'sh', 'A=b node c.ts', ['keyword:node']],
  ['a comment from operators in SQL', 'sql', 'select a -- b', ['keyword:select', 'comment:-- b']],
  [
    'a header from its value',
    'http',
    "Content-Security-Policy: script-src 'self'",
    ['keyword:Content-Security-Policy'],
  ],
])('distinguishes %s', (_, language, code, parts) => {
  expect(partsOf(language, code)).toEqual(parts)
})

test('escapes every sample, and leaves an unknown language plain', () => {
  expect(highlight('const <a>', 'cobol')).toBe('const &lt;a&gt;')
  expect(highlight('a && "<b>"', 'ts')).toBe('a &amp;&amp; <span class="c-string">&quot;&lt;b&gt;&quot;</span>')
})

test('keeps a sample’s text, its lines and its spaces', () => {
  const code = '\tconst a = 1\n\n  // b  \n'
  expect(highlight(code, 'ts').replace(/<[^>]*>/g, '')).toBe(code)
})
