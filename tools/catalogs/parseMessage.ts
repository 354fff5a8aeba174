/** A piece of a message: literal text, an argument, a plural, or `#`, the number of the plural around it. */
export type Part =
  | string
  | { kind: 'argument'; name: string; isNumber: boolean }
  | { kind: 'plural'; name: string; forms: ReadonlyMap<string, Part[]> }
  | { kind: 'digits'; name: string }

const argument = /^\{(\w+)(?:\}|, (plural|number), )/
const form = /^\s*(=\d+|zero|one|two|few|many|other) \{/
/** An integer in the digits 0–9, without separators. */
const numberStyle = '::group-off}'

/**
 * Reads the part of ICU's MessageFormat that our catalogs use: `{name}`, `{count, number, ::group-off}` and
 * `{count, plural, =1 {…} one {…} other {…}}` with `#`. Throws if a message is malformed.
 */
export function parseMessage(source: string): Part[] {
  let at = 0
  const fail = (reason: string): never => {
    throw new Error(`${reason} at character ${at + 1} of “${source}”`)
  }
  const readForms = (name: string): Part => {
    const forms = new Map<string, Part[]>()
    for (let match = form.exec(source.slice(at)); match; match = form.exec(source.slice(at))) {
      const key = match[1]!
      if (forms.has(key)) fail(`second form ${key}`)
      at += match[0].length
      forms.set(key, readParts(name))
      at += 1
    }
    if (source[at] !== '}') fail('expected a plural form or }')
    at += 1
    if (!forms.has('other')) fail('plural without the form other')
    return { kind: 'plural', name, forms }
  }
  const readArgument = (): Part => {
    const [whole = '', name = '', kind] = argument.exec(source.slice(at)) ?? []
    if (whole === '') fail('malformed argument')
    at += whole.length
    if (kind === 'plural') return readForms(name)
    if (kind === 'number') {
      if (!source.startsWith(numberStyle, at)) fail(`expected ${numberStyle}`)
      at += numberStyle.length
    }
    return { kind: 'argument', name, isNumber: kind === 'number' }
  }
  function readParts(plural: string | undefined): Part[] {
    const parts: Part[] = []
    for (;;) {
      const rest = source.slice(at)
      const [text = ''] = (plural === undefined ? /^[^{}]+/ : /^[^{}#]+/).exec(rest) ?? []
      if (text.endsWith("'") && /[{}]/.test(rest[text.length] ?? '')) fail('a quoted brace is not supported')
      at += text.length
      if (text !== '') parts.push(text)
      else if (rest[0] === '{') parts.push(readArgument())
      else if (rest[0] === '#' && plural !== undefined) {
        at += 1
        parts.push({ kind: 'digits', name: plural })
      } else if (plural !== undefined && rest === '') fail('unclosed form')
      else if (plural === undefined && rest !== '') fail('unexpected }')
      else return parts
    }
  }
  return readParts(undefined)
}

/** The arguments of a message in order of appearance, and whether each is a number. */
export function argumentsOf(parts: readonly Part[], known = new Map<string, boolean>()): Map<string, boolean> {
  for (const part of parts) {
    if (typeof part === 'string' || part.kind === 'digits') continue
    const isNumber = part.kind === 'plural' || part.isNumber
    known.set(part.name, isNumber || known.get(part.name) === true)
    if (part.kind === 'plural') for (const each of part.forms.values()) argumentsOf(each, known)
  }
  return known
}
