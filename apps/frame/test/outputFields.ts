import type { Contract } from '@billfold/protocol/contract'
import * as z from 'zod/mini'

type Schema = { properties?: Record<string, Schema>; items?: Schema; anyOf?: Schema[] }
/** A field of a call's response by its path, of a list the first item (`0`) or every one (`*`); the whole response where the path is empty. */
export type Field<Name extends string = string> = { name: Name; path: readonly string[] }

/** Every field of every response of a contract, the optional ones too, as its schemas have them. */
export function outputFields<C extends Contract>(contract: C): Field<keyof C & string>[] {
  return Object.entries(contract).flatMap(([name, { output }]) => {
    const paths = pathsOf(z.toJSONSchema(output) as Schema)
    const known = new Map(paths.map((path) => [path.join('.'), path]))
    return [...known.values()].map((path) => ({ name, path }))
  })
}

function pathsOf({ properties = {}, items, anyOf = [] }: Schema, at: readonly string[] = []): (readonly string[])[] {
  return [
    at,
    ...Object.entries(properties).flatMap(([key, inner]) => pathsOf(inner, [...at, key])),
    ...(items ? ['0', '*'].flatMap((key) => pathsOf(items, [...at, key])) : []),
    ...anyOf.flatMap((each) => pathsOf(each, at)),
  ]
}
