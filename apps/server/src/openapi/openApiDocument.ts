/** A JSON Schema of draft 2020-12, the dialect of OpenAPI 3.1, or a reference to one. */
export type Schema = { readonly [key: string]: unknown }

export type Parameter = {
  name: string
  in: 'path' | 'query' | 'header'
  required: boolean
  description?: string
  schema: Schema
  example?: string
}
export type Reference = { $ref: string }
export type Content = Record<string, { schema: Schema }>
export type Operation = {
  operationId: string
  summary: string
  tags: string[]
  parameters?: (Parameter | Reference)[]
  requestBody?: { required: true; content: Content }
  responses: Record<string, { description: string; content?: Content } | Reference>
  security?: Record<string, never[]>[]
}
export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete'

/** An OpenAPI 3.1 document, as far as this API needs it. */
export type OpenApiDocument = {
  openapi: '3.1.1'
  info: { title: string; version: string; description: string; license: { name: string; identifier: string } }
  servers: { url: string }[]
  tags: { name: string }[]
  paths: Record<string, Partial<Record<Method, Operation>>>
  components: {
    parameters: Record<string, Parameter>
    responses: Record<string, { description: string; content?: Content }>
    schemas: Record<string, Schema>
    securitySchemes: Record<string, { [key: string]: string }>
  }
}
