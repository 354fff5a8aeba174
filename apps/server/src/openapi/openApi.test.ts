import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { appDeps, shop } from '../../test/appDeps.ts'
import { createApp } from '../createApp.ts'
import { createOpenApiDocument } from './createOpenApiDocument.ts'
import type { Operation, Parameter } from './openApiDocument.ts'
import { pagePath, writeCallTables } from './writeCallTables.ts'

const document = createOpenApiDocument()
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
)
/** Mounts every route, and calls none of those that need what is missing here. */
const everything = appDeps({
  ...{ embedded: { walletOrigin: 'https://wallet.example' }, auth: {}, names: {}, onramp: {} },
} as never)
const app = createApp(everything)
const mounted = app.routes.filter(({ method }) => method !== 'ALL')
const nameOf = ({ method, path }: { method: string; path: string }) => `${method} ${path}`

const resolved = (parameter: NonNullable<Operation['parameters']>[number]): Parameter =>
  '$ref' in parameter ? document.components.parameters[parameter.$ref.split('/').at(-1)!]! : parameter

/** The mounted routes that take a request to a described place. */
function routesFor({ path, method, operation }: (typeof operations)[number]): string[] {
  const examples = new Map((operation.parameters ?? []).map(resolved).map(({ name, example }) => [name, example]))
  const url = path.replace(/\{(\w+)\}/g, (_, name: string) => examples.get(name) ?? 'x')
  const [handlers] = app.router.match(method, url)
  return handlers
    .map(([[, route]]) => route)
    .filter(({ method }) => method !== 'ALL')
    .map(nameOf)
}

// What OpenAPI 3.1 allows, as far as the document uses it: a key that is not here fails.
const keywords = new Set(
  `type properties required additionalProperties propertyNames items prefixItems anyOf oneOf allOf not enum const pattern format
  minLength maxLength minimum maximum default exclusiveMinimum exclusiveMaximum multipleOf minItems maxItems description examples $ref`.split(
    /\s+/,
  ),
)
const type = z.enum(['object', 'array', 'string', 'number', 'integer', 'boolean', 'null'])
const schema: z.ZodType = z.lazy(() =>
  z.union([
    z.boolean(),
    z
      .record(z.string(), z.unknown())
      .refine((value) => Object.keys(value).every((key) => keywords.has(key)), 'an unknown keyword')
      .and(
        z.looseObject({
          type: z.union([type, z.array(type).nonempty()]).optional(),
          properties: z.record(z.string(), schema).optional(),
          required: z.array(z.string()).nonempty().optional(),
          additionalProperties: schema.optional(),
          propertyNames: schema.optional(),
          items: schema.optional(),
          anyOf: z.array(schema).nonempty().optional(),
          allOf: z.array(schema).nonempty().optional(),
          oneOf: z.array(schema).nonempty().optional(),
          enum: z.array(z.unknown()).nonempty().optional(),
          pattern: z
            .string()
            .refine((text) => new RegExp(text, 'u'))
            .optional(),
        }),
      ),
  ]),
)
const content = z.record(z.string().regex(/^[a-z]+\/(?:[a-z-]+|\*)$/), z.strictObject({ schema }))
const response = z.strictObject({ description: z.string().min(1), content: content.optional() })
const reference = z.strictObject({ $ref: z.string() })
const parameter = z.strictObject({
  name: z.string(),
  in: z.enum(['path', 'query', 'header']),
  required: z.boolean(),
  description: z.string().optional(),
  schema,
  example: z.string().optional(),
})
const operation = z.strictObject({
  operationId: z.string().regex(/^\w+$/),
  summary: z.string().min(1),
  tags: z.array(z.string()).length(1),
  parameters: z
    .array(z.union([parameter, reference]))
    .nonempty()
    .optional(),
  requestBody: z.strictObject({ required: z.literal(true), content }).optional(),
  responses: z.record(z.string().regex(/^(?:[1-5]\d\d|default)$/), z.union([response, reference])),
  security: z.array(z.partialRecord(z.enum(['accessToken', 'dpop']), z.array(z.never()))).optional(),
})
const openApi = z.strictObject({
  openapi: z.string().regex(/^3\.1\.\d$/),
  info: z.strictObject({
    ...{ title: z.string(), version: z.string(), description: z.string() },
    license: z.strictObject({ name: z.string(), identifier: z.string() }),
  }),
  servers: z.array(z.strictObject({ url: z.string() })).nonempty(),
  tags: z.array(z.strictObject({ name: z.string() })),
  paths: z.record(
    z.string().startsWith('/'),
    z.strictObject({
      ...{ get: operation.optional(), post: operation.optional(), put: operation.optional() },
      ...{ patch: operation.optional(), delete: operation.optional() },
    }),
  ),
  components: z.strictObject({
    parameters: z.record(z.string(), parameter),
    responses: z.record(z.string(), response),
    schemas: z.record(z.string(), schema),
    securitySchemes: z.record(z.string(), z.looseObject({ type: z.enum(['http', 'apiKey']) })),
  }),
})

describe('the OpenAPI document', () => {
  it('has every route that the server mounts, and no other', () => {
    const described = operations.map((one) => ({ name: `${one.method} ${one.path}`, routes: routesFor(one) }))
    expect(described.filter(({ routes }) => routes.length === 0)).toEqual([])
    const covered = new Set(described.flatMap(({ routes }) => routes))
    expect(mounted.map(nameOf).filter((name) => !covered.has(name))).toEqual([])
    expect(mounted.length).toBeGreaterThan(90)
  })

  it('is OpenAPI 3.1', () => {
    expect(openApi.safeParse(document).error?.issues).toBeUndefined()
  })

  it('names each operation once, resolves every reference, and declares the parameters of every path', () => {
    const ids = operations.map(({ operation }) => operation.operationId)
    expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([])
    for (const [, pointer = ''] of JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g))
      expect(
        pointer.split('/').reduce<unknown>((at, key) => (at as Record<string, unknown>)[key], document),
      ).toBeDefined()
    for (const { path, operation } of operations) {
      const own = (operation.parameters ?? []).map(resolved)
      const inPath = own.filter((each) => each.in === 'path')
      const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
      expect(inPath.map(({ name }) => name).toSorted(), path).toEqual(names.toSorted())
      expect(new Set(own.map((each) => `${each.in} ${each.name}`)).size, path).toBe(own.length)
      expect(
        inPath.every(({ required }) => required),
        path,
      ).toBe(true)
    }
  })

  it('is served to everyone, and describes what the server sends', async () => {
    const served = await app.request('/openapi.json', { headers: { origin: 'https://stranger.example' } })
    expect(served.headers.get('access-control-allow-origin')).toBe('*')
    expect(await served.json()).toEqual(JSON.parse(JSON.stringify(document)))
    const known = { 'if-none-match': served.headers.get('etag')! }
    expect((await app.request('/openapi.json', { headers: known })).status).toBe(304)
    const headers = { origin: 'https://shop.example' }
    const plain = createApp(appDeps())
    for (const path of ['/getWallets', '/v1/supported-chains', '/appkit/v1/config', '/health']) {
      const response = await plain.request(`${path}?projectId=${shop.id}&page=1&entries=4`, { headers })
      expect(response.status, path).toBe(200)
      const { content } = document.paths[path]!.get!.responses[200] as { content: Record<string, { schema: object }> }
      const described = z.fromJSONSchema(content['application/json']!.schema as never)
      expect(described.safeParse(await response.json()).error?.issues, path).toBeUndefined()
    }
    const refused = await app.request('/getWallets')
    expect(z.fromJSONSchema(document.components.schemas.Error as never).safeParse(await refused.json()).success).toBe(
      true,
    )
  })

  it('is listed in the documentation as it is', async () => {
    const page = await readFile(resolve(import.meta.dirname, '../../../..', pagePath), 'utf8')
    expect(writeCallTables(page, document), 'Run: node apps/server/src/openapi/main.ts').toBe(page)
  })
})
