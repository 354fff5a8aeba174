import { errors } from '@billfold/protocol/error'
import { contractAreas } from './contractAreas.ts'
import { callerParameters, type DescribedOperation, describeContract } from './describeContract.ts'
import type { OpenApiDocument, Operation } from './openApiDocument.ts'
import { type PlainRoute, plainRoutes } from './plainRoutes.ts'

const description = `The API behind a Billfold kit. Calls name their project in \`projectId\`; browsers may call from the origins on the project's list.
A server leaves out what its operator has not set up (sign-in, embedded wallets, names, buying, smart accounts): those calls respond with 404.`

/** Describes every route of the API, from the contracts that it enforces. */
export function createOpenApiDocument(): OpenApiDocument {
  const operations = [...contractAreas.flatMap(describeContract), ...plainRoutes.map(describePlainRoute)]
  const paths: OpenApiDocument['paths'] = {}
  for (const { method, path, operation } of operations) {
    const place = (paths[path] ??= {})
    if (place[method]) throw new Error(`${method} ${path} is described twice.`)
    place[method] = operation
  }
  return {
    openapi: '3.1.1',
    info: {
      ...{ title: 'Billfold API', version: '1', description },
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/' }],
    tags: [...new Set(operations.flatMap(({ operation }) => operation.tags))].map((name) => ({ name })),
    paths,
    components: {
      parameters: callerParameters,
      responses: {
        Error: {
          description: 'The call failed. With 429 and 503, `Retry-After` says when to try again.',
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
        },
      },
      schemas: { Error: errorSchema },
      securitySchemes: {
        accessToken: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'The token of a session' },
        dpop: { type: 'apiKey', in: 'header', name: 'DPoP', description: 'A proof by the device’s key (RFC 9449)' },
      },
    },
  }
}

const errorSchema = {
  type: 'object',
  properties: {
    status: { const: 'FAILED' },
    code: { type: 'string', description: 'Stable: compare this, not the text', examples: Object.keys(errors) },
    reasons: {
      type: 'array',
      items: {
        type: 'object',
        properties: { field: { type: 'string' }, description: { type: 'string' } },
        required: ['field', 'description'],
      },
    },
  },
  required: ['status', 'code', 'reasons'],
}

function describePlainRoute(route: PlainRoute): DescribedOperation {
  const { method, path, id, summary, tag, parameters = [], isForProject, body, status = 200, content } = route
  const own = isForProject
    ? Object.keys(callerParameters).map((name) => ({ $ref: `#/components/parameters/${name}` }))
    : []
  const all = [...own, ...parameters]
  const operation: Operation = {
    ...{ operationId: id, summary, tags: [tag] },
    ...(all.length > 0 ? { parameters: all } : {}),
    ...(body ? { requestBody: { required: true, content: body } } : {}),
    responses: {
      [status]: { description: status === 303 ? 'A redirect' : 'The result', ...(content ? { content } : {}) },
      default: { $ref: '#/components/responses/Error' },
    },
  }
  return { method, path, operation }
}
