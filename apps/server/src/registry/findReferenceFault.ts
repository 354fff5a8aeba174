type Element = { name: string; ids: string[]; size: number; holdsReference: boolean }

/** How many elements references may draw in all: a drawing of some thousand has a few gradients, and each is small. */
const maxDrawn = 50_000
/** A name that no escape can write in another way. */
const plainId = /^[\p{L}\p{N}_.:-]+$/u
const malformed = 'is not well-formed'

/**
 * Why an SVG's references may draw more than a page can, as the end of a sentence; undefined if they cannot. Referenced
 * elements may hold no references themselves (`<use>` in `<use>`, patterns in patterns, gradients of gradients): each
 * level could multiply the one before. Strict, so that no browser reads elements that this does not.
 */
export function findReferenceFault(drawing: string): string | undefined {
  const elements: Element[] = []
  const references: string[] = []
  const open: Element[] = []

  /** Reads the attributes from `at` on; returns the position after the tag, or undefined if it is malformed. */
  function readTag(element: Element, at: number): { end: number; isEmpty: boolean } | undefined {
    for (let position = at; ; ) {
      position = skipSpace(drawing, position)
      if (drawing[position] === '>') return { end: position + 1, isEmpty: false }
      if (drawing.startsWith('/>', position)) return { end: position + 2, isEmpty: true }
      const nameEnd = skipName(drawing, position)
      const equals = skipSpace(drawing, nameEnd)
      const start = skipSpace(drawing, equals + 1)
      const quote = drawing[start]
      if (nameEnd === position || drawing[equals] !== '=' || (quote !== '"' && quote !== "'")) return undefined
      const end = drawing.indexOf(quote, start + 1)
      if (end < 0) return undefined
      const [name, value] = [drawing.slice(position, nameEnd), drawing.slice(start + 1, end)]
      if (value.includes('<')) return undefined
      if (/^(?:xml:)?id$/.test(name)) element.ids.push(value)
      for (const reference of referencesIn(name, value)) {
        element.holdsReference = true
        references.push(reference)
      }
      position = end + 1
    }
  }

  for (let at = drawing.indexOf('<'); at >= 0; at = drawing.indexOf('<', at)) {
    if (drawing[at + 1] === '/') {
      const end = drawing.indexOf('>', at)
      const element = open.pop()
      if (!element || drawing.slice(at + 2, end).trimEnd() !== element.name) return malformed
      close(element, open.at(-1))
      at = end
    } else {
      const nameEnd = skipName(drawing, at + 1)
      const element = { name: drawing.slice(at + 1, nameEnd), ids: [], size: 1, holdsReference: false }
      const tag = readTag(element, nameEnd)
      if (!tag) return malformed
      elements.push(element)
      if (tag.isEmpty) close(element, open.at(-1))
      else open.push(element)
      at = tag.end
    }
  }
  if (open.length > 0) return malformed

  const byId = new Map<string, Element[]>()
  for (const element of elements)
    for (const id of element.ids) byId.set(id, [...(byId.get(id) ?? []), element].slice(-2))
  let drawn = 0
  for (const id of references) {
    if (!plainId.test(id)) return 'refers to something by a name that is not plain'
    const [target, another] = byId.get(id) ?? []
    if (another) return `has more than one element with the id ${id.slice(0, 40)}`
    if (target?.holdsReference) return 'refers to something that holds a reference itself'
    drawn += target?.size ?? 0
  }
  return drawn > maxDrawn ? 'draws too much by its references' : undefined
}

/** An attribute's references: `href`, under any prefix, and every argument of a CSS function. */
function referencesIn(name: string, value: string): string[] {
  if (/(?:^|:)href$/i.test(name)) return [value.trim().replace(/^#/, '')]
  const named = value.split('(').map((rest) => (rest.split(')', 1)[0] ?? '').replace(/["']/g, '').trim())
  // Functions start only after the first bracket.
  return named.slice(1).flatMap((word) => (word.startsWith('#') ? [word.slice(1)] : []))
}

function close(element: Element, parent: Element | undefined): void {
  if (!parent) return
  parent.size += element.size
  parent.holdsReference ||= element.holdsReference
}

const skipSpace = (text: string, at: number) => skip(text, at, /[^\t\n\r ]/g)
const skipName = (text: string, at: number) => skip(text, at, /[\t\n\r =/>]/g)
function skip(text: string, at: number, end: RegExp): number {
  end.lastIndex = at
  return end.exec(text)?.index ?? text.length
}
