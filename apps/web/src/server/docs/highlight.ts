import { createJavaScriptRegexEngine } from '@shikijs/engine-javascript'
import diff from '@shikijs/langs/diff'
import html from '@shikijs/langs/html'
import http from '@shikijs/langs/http'
import json from '@shikijs/langs/json'
import shell from '@shikijs/langs/shellscript'
import sql from '@shikijs/langs/sql'
import tsx from '@shikijs/langs/tsx'
import typescript from '@shikijs/langs/typescript'
import vue from '@shikijs/langs/vue'
import { codeToTokensBase, createShikiPrimitive } from '@shikijs/primitive'
import { escapeHtml } from './escapeHtml.ts'

/** The kind of a piece of code; the style sheet styles each as `.c-<kind>`, in the colors of the page's theme. */
type Kind = 'comment' | 'string' | 'number' | 'keyword' | 'tag' | 'plain'

/** TextMate scopes by kind; the longest match of the innermost scope wins. */
const scopes: Readonly<Record<Kind, readonly string[]>> = {
  comment: ['comment', 'markup.deleted'],
  string: [
    'string',
    'markup.inserted',
    'string.regexp keyword',
    'string.regexp constant',
    'string.regexp keyword.operator',
  ],
  number: ['constant.numeric'],
  keyword: [
    'keyword',
    'keyword.operator.new',
    'keyword.operator.expression',
    'storage.type',
    'storage.modifier',
    'constant.language',
    'variable.language.this',
    'entity.name.command.shell',
    'source.http entity.name.tag',
  ],
  tag: ['entity.name.tag', 'support.class.component', 'punctuation.definition.tag'],
  plain: [
    'keyword.operator',
    'storage.type.function.arrow',
    'meta.template.expression',
    'meta.embedded',
    'string.unquoted',
    'support.type.property-name',
    'source.http string',
    'source.http keyword.other',
    'source.shell constant.character',
  ],
}

/** Grammars by the language on a sample's fence. */
const languages: Readonly<Record<string, string>> = {
  ts: 'typescript',
  js: 'typescript',
  tsx: 'tsx',
  vue: 'vue',
  html: 'html',
  sh: 'shellscript',
  json: 'json',
  http: 'http',
  diff: 'diff',
  sql: 'sql',
}

/** One for all pages: it compiles a language's patterns on first use, which takes longer than all samples. */
const shiki = createShikiPrimitive({
  engine: createJavaScriptRegexEngine(),
  langs: [diff, html, http, json, shell, sql, tsx, typescript, vue],
  themes: [
    {
      name: 'kinds',
      type: 'light',
      fg: 'plain',
      bg: 'plain',
      settings: Object.entries(scopes).map(([kind, scope]) => ({ scope: [...scope], settings: { foreground: kind } })),
    },
  ],
})

/** A sample as HTML with its parts marked, at build time: a language without a grammar stays plain. */
export function highlight(code: string, language: string): string {
  const lang = languages[language]
  if (!lang) return escapeHtml(code)
  // Without a time limit: past it, Shiki leaves the rest of a line unmarked, so a slow machine would build other pages.
  const lines = codeToTokensBase(shiki, code, { lang, theme: 'kinds', tokenizeTimeLimit: 0 })
  return lines
    .map((line) =>
      line
        .map(({ content, color }) =>
          color === 'plain' ? escapeHtml(content) : `<span class="c-${color}">${escapeHtml(content)}</span>`,
        )
        .join(''),
    )
    .join('\n')
}
