import { element } from './element.ts'

/** An address, whole and in groups of four, its first and last groups strong: what a decision is made by is never shortened. */
export function addressView(address: string): HTMLElement {
  const groups = address.match(/^0x.{4}|.{1,4}/gs) ?? [address]
  const last = groups.length - 1
  return element(
    'span',
    { class: 'address', dir: 'ltr', translate: 'no' },
    ...groups.flatMap((group, at) => [
      element(at === 0 || at === last ? 'b' : 'span', {}, group),
      // A place to break the line, and nothing that a copy would hold.
      ...(at === last ? [] : [element('wbr')]),
    ]),
  )
}
