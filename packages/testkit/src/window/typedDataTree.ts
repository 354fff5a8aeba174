import type { TypedDataDefinition } from 'viem'
import { addressText } from './addressText.ts'
import { element } from './element.ts'
import { showDeceptive } from './readableText.ts'

type Fields = readonly { name: string; type: string }[]
type Types = { readonly [type: string]: Fields | undefined }

/** Typed data as a tree that a person can read: only what is signed, in the order it is signed. */
export function typedDataTree(document: Document, typedData: TypedDataDefinition): HTMLElement[] {
  const types = typedData.types as Types
  const domain = typedData.domain as Record<string, unknown>
  const domainFields = types.EIP712Domain ?? Object.keys(domain).map((name) => ({ name, type: domainType(name) }))
  const message = typedData.message as Record<string, unknown>
  const heading = (text: string) => element(document, 'h3', {}, text)
  return [
    heading(typedData.primaryType),
    struct(document, types, types[typedData.primaryType] ?? [], message),
    heading('For'),
    struct(document, types, domainFields, domain),
  ]
}

const domainType = (name: string) =>
  name === 'verifyingContract' ? 'address' : name === 'chainId' ? 'uint256' : 'string'

function struct(document: Document, types: Types, fields: Fields, value: Record<string, unknown>): HTMLElement {
  const rows = fields.flatMap(({ name, type }) => [
    element(document, 'dt', {}, showDeceptive(name)),
    element(document, 'dd', {}, node(document, types, type, value?.[name])),
  ])
  return element(document, 'dl', { class: 'tree' }, ...rows)
}

function node(document: Document, types: Types, type: string, value: unknown): Node | string {
  const item = /^(.*)\[\d*\]$/.exec(type)?.[1]
  if (item !== undefined && Array.isArray(value)) {
    if (value.length === 0) return element(document, 'span', { class: 'quiet' }, 'none')
    return element(
      document,
      'ol',
      {},
      ...value.map((one) => element(document, 'li', {}, node(document, types, item, one))),
    )
  }
  const fields = types[type]
  if (fields) return struct(document, types, fields, value as Record<string, unknown>)
  if (type === 'address') return addressText(document, String(value))
  if (type.startsWith('bytes')) return element(document, 'code', { dir: 'ltr' }, String(value))
  const text = showDeceptive(String(value))
  return element(
    document,
    'span',
    { dir: type === 'string' ? 'auto' : 'ltr', class: type === 'string' ? undefined : 'figure' },
    text,
  )
}
