import { element } from './element.ts'

/** An address whole, in groups of four, first and last strong: what a person compares before deciding. */
export function addressText(document: Document, address: string, testId?: string): HTMLElement {
  const groups = addressGroups(address)
  const parts = groups.map((group, i) =>
    element(document, i === 0 || i === groups.length - 1 ? 'b' : 'span', {}, group),
  )
  return element(
    document,
    'span',
    { class: groups.length > 10 ? 'address wide' : 'address', dir: 'ltr', 'data-testid': testId },
    ...parts,
  )
}

/** The address in groups of four letters; `0x` stays with the first. Joined, they are the address again. */
export function addressGroups(address: string): string[] {
  const start = address.startsWith('0x') ? 2 : 0
  const groups = address.slice(start).match(/.{1,4}/g) ?? []
  return groups.map((group, i) => (i === 0 ? address.slice(0, start) + group : group))
}
