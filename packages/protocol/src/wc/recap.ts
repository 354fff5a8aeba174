import * as z from 'zod/mini'
import { decodeBase64Url, encodeBase64Url } from './base64.ts'

const prefix = 'urn:recap:'
const ability = 'request/'
const shape = z.object({
  att: z.record(z.string(), z.record(z.string(), z.array(z.looseObject({ chains: z.optional(z.array(z.string())) })))),
})

/** A session's permissions, as a resource of the statement that is signed for it (ERC-5573). */
export function encodeRecap(methods: readonly string[], chains: readonly string[]): string {
  const abilities = [...methods].sort().map((method) => [`${ability}${method}`, [{ chains }]])
  const text = JSON.stringify({ att: { eip155: Object.fromEntries(abilities) } })
  return `${prefix}${encodeBase64Url(new TextEncoder().encode(text))}`
}

/** The grants of such a resource; undefined without one. Throws if it is invalid. */
export function readRecap(resources: readonly string[]): { methods: string[]; chains: string[] } {
  const last = resources.at(-1)
  if (!last?.startsWith(prefix)) return { methods: [], chains: [] }
  const text = new TextDecoder().decode(decodeBase64Url(last.slice(prefix.length)))
  const { att } = z.parse(shape, JSON.parse(text))
  const granted = Object.entries(att.eip155 ?? {}).filter(([name]) => name.startsWith(ability))
  return {
    methods: granted.map(([name]) => name.slice(ability.length)),
    chains: [...new Set(granted.flatMap(([, limits]) => limits.flatMap((limit) => limit.chains ?? [])))],
  }
}

export const isRecap = (resource: string): boolean => resource.startsWith(prefix)
