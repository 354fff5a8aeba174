import { caller } from '@billfold/protocol/api/caller'
import * as z from 'zod/mini'
import type { ContractArea } from './contractAreas.ts'
import type { Method, Operation, Parameter, Reference, Schema } from './openApiDocument.ts'

/** The JSON Schema of what a caller sends or receives. A response may gain fields, so none are excluded. */
export function schemaOf(schema: z.ZodMiniType, io: 'input' | 'output'): Schema {
  const { $schema: _, ...described } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties
    },
  })
  return described as Schema
}

const callerFields = Object.keys(caller)
const about: Readonly<Record<string, string>> = {
  projectId: 'The project; its list of origins decides which pages may call',
  st: 'The type of the kit, such as `appkit`',
  sv: 'The version of the kit, such as `react-wagmi-1.7.1`',
  clientId: 'The client’s ID at the relay',
}

/** The parameters that every call has. */
export const callerParameters: Record<string, Parameter> = Object.fromEntries(
  callerFields.map((name) => {
    const { properties, required } = schemaOf(z.object(caller), 'input') as unknown as ObjectSchema
    const isRequired = required?.includes(name) ?? false
    const description = about[name] ?? ''
    return [name, { name, in: 'query', required: isRequired, description, schema: properties[name] ?? {} }]
  }),
)

type ObjectSchema = { properties: Record<string, Schema>; required?: string[] }
export type DescribedOperation = { method: Method; path: string; operation: Operation }

/** The calls of a contract as operations, each at its own place. */
export function describeContract({ tag, contract, routes, proofs = [] }: ContractArea): DescribedOperation[] {
  return Object.entries(contract).map(([name, { input, output }]) => {
    const route = routes[name]
    if (!route) throw new Error(`The call ${name} has no route.`)
    const { properties, required = [] } = schemaOf(input, 'input') as unknown as ObjectSchema
    const method = route.method.toLowerCase() as Method
    const hasBody = method !== 'get' && method !== 'delete'
    const inPath = [...route.path.matchAll(/:(\w+)/g)].map(([, field = '']) => field)
    const parameters: (Parameter | Reference)[] = []
    const body: Record<string, Schema> = {}
    for (const [field, schema] of Object.entries(properties)) {
      const isRequired = required.includes(field)
      if (inPath.includes(field)) parameters.push({ name: field, in: 'path', required: true, schema })
      else if (callerFields.includes(field)) parameters.push({ $ref: `#/components/parameters/${field}` })
      else if (!hasBody) parameters.push({ name: field, in: 'query', required: isRequired, schema })
      else body[field] = schema
    }
    const operation: Operation = {
      operationId: name,
      summary: summaryOf(name),
      tags: [tag],
      ...(parameters.length > 0 ? { parameters } : {}),
      ...(hasBody ? { requestBody: bodyOf(body, required) } : {}),
      responses: {
        [route.status ?? 200]: {
          description: 'The result',
          content: { 'application/json': { schema: schemaOf(output, 'output') } },
        },
        default: { $ref: '#/components/responses/Error' },
      },
      ...(proofs.length > 0 ? { security: [Object.fromEntries(proofs.map((proof) => [proof, []]))] } : {}),
    }
    return { method, path: route.path.replace(/:(\w+)/g, '{$1}'), operation }
  })
}

function bodyOf(
  properties: Record<string, Schema>,
  required: readonly string[],
): NonNullable<Operation['requestBody']> {
  const own = required.filter((name) => Object.hasOwn(properties, name))
  const schema = { type: 'object', properties, ...(own.length > 0 ? { required: own } : {}) }
  return { required: true, content: { 'application/json': { schema } } }
}

/** `getSwapTokens` as “Get swap tokens”; the one-letter call of stock clients is named by hand. */
function summaryOf(name: string): string {
  if (name === 'e') return 'Report an event'
  const words = name.replace(/([A-Z])/g, ' $1').toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
