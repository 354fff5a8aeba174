import { escapeHtml } from './escapeHtml.ts'

/** The kind of a piece of code; the style sheet styles each as `.c-<kind>`. */
type Kind = 'comment' | 'string' | 'number' | 'keyword' | 'name' | 'tag' | 'plain'
type Rule = readonly [Kind, RegExp]

const keywords =
  'as async await break case catch class const continue default delete do else export extends false finally for from function if import in instanceof interface let new null of return satisfies switch this throw true try type typeof undefined var void while yield'
const strings = /"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`/y
const number = /\b\d[\d_]*(?:\.\d+)?n?\b/y

const script: readonly Rule[] = [
  ['comment', /\/\/[^\n]*|\/\*[^*]*(?:\*(?!\/)[^*]*)*\*\//y],
  ['string', strings],
  ['tag', /<\/?[A-Za-z][\w.-]*(?=[\s/>])>?|\/>/y],
  ['keyword', new RegExp(`\\b(?:${keywords.split(' ').join('|')})\\b(?![\\w$-]|\\s*:)`, 'y')],
  ['number', number],
  ['name', /[A-Za-z_$][\w$]*(?=\()/y],
  ['plain', /[A-Za-z_$][\w$-]*/y],
]
const markup: readonly Rule[] = [
  ['comment', /<!--[^-]*(?:-(?!->)[^-]*)*-->/y],
  ['tag', /<\/?[A-Za-z!][\w.-]*|\/?>/y],
  ['string', /"[^"]*"/y],
  ['plain', /[\w-]+/y],
]
const shell: readonly Rule[] = [
  ['comment', /(?<![^\s])#[^\n]*/y],
  ['string', strings],
  ['name', /(?<=^|\n)[\w./-]+(?==)|\$\{?\w+\}?/y],
  ['keyword', /(?<=^|\n|&& |\| )[a-z][\w.-]*/y],
  ['plain', /[^\s"'`$#]+/y],
]
const data: readonly Rule[] = [
  ['name', /"(?:\\.|[^"\\\n])*"(?=\s?:)/y],
  ['string', strings],
  ['keyword', /\b(?:true|false|null)\b/y],
  ['number', number],
]
const header: readonly Rule[] = [
  ['keyword', /(?<=^|\n)[A-Z][\w-]*(?=:)|\b(?:GET|POST|PUT|DELETE|HTTP)\b/y],
  ['string', /'[^'\n]*'/y],
]
/** Removed lines are muted, added ones green. */
const changes: readonly Rule[] = [
  ['comment', /(?<=^|\n)-[^\n]*/y],
  ['string', /(?<=^|\n)\+[^\n]*/y],
]
const styles: readonly Rule[] = [
  ['comment', /\/\*[^*]*(?:\*(?!\/)[^*]*)*\*\//y],
  ['string', strings],
  ['name', /--[\w-]+|[\w-]+(?=\s?:)/y],
  ['number', /#[\da-f]{3,8}\b|\b\d+(?:\.\d+)?(?:px|rem|em|%)?/y],
]

const languages: Readonly<Record<string, readonly Rule[]>> = {
  ts: script,
  tsx: script,
  js: script,
  mjs: script,
  vue: markup,
  html: markup,
  sh: shell,
  bash: shell,
  nginx: shell,
  sql: shell,
  json: data,
  http: header,
  css: styles,
  diff: changes,
}

/** A sample as HTML with its parts marked, at build time: a language without rules stays plain. */
export function highlight(code: string, language: string): string {
  if (language === 'vue') return highlightComponent(code)
  const rules = languages[language]
  return rules ? mark(code, rules) : escapeHtml(code)
}

/** A Vue file is markup around a script. */
function highlightComponent(code: string): string {
  const open = code.indexOf('>', code.indexOf('<script')) + 1
  const close = code.indexOf('</script>')
  if (open === 0 || close < open) return mark(code, markup)
  return mark(code.slice(0, open), markup) + mark(code.slice(open, close), script) + mark(code.slice(close), markup)
}

function mark(code: string, rules: readonly Rule[]): string {
  let html = ''
  for (let at = 0; at < code.length; ) {
    const [kind, text] = pieceAt(code, at, rules)
    html += kind === 'plain' ? escapeHtml(text) : `<span class="c-${kind}">${escapeHtml(text)}</span>`
    at += text.length
  }
  return html
}

function pieceAt(code: string, at: number, rules: readonly Rule[]): readonly [Kind, string] {
  for (const [kind, pattern] of rules) {
    pattern.lastIndex = at
    const text = pattern.exec(code)?.[0]
    if (text) return [kind, text]
  }
  return ['plain', code.charAt(at)]
}
