import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toHttpRequest } from './http.ts'

describe('toHttpRequest', () => {
  it('puts a GET call into path and query, without empty fields', () => {
    const input = { id: 'a/b', projectId: 'p', page: 2, search: '', st: undefined }
    const { path, query, body } = toHttpRequest({ method: 'GET', path: '/wallets/:id' }, input)
    expect(path).toBe('/wallets/a%2Fb')
    expect(query.toString()).toBe('projectId=p&page=2')
    expect(body).toBeUndefined()
  })

  it('puts the caller of a POST into the query and the rest into a JSON body', () => {
    const input = { projectId: 'p', sv: '1', eventId: 'x', props: { a: 1 } }
    const request = toHttpRequest({ method: 'POST', path: '/e' }, input)
    expect(request.query.toString()).toBe('projectId=p&sv=1')
    expect(JSON.parse(request.body ?? '')).toEqual({ eventId: 'x', props: { a: 1 } })
  })

  it('lets no value escape from its place in the path', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (id) => {
        const { path } = toHttpRequest({ method: 'GET', path: '/a/:id/b' }, { id })
        expect(path.split('/')).toHaveLength(4)
        expect(decodeURIComponent(path.split('/')[2] ?? '')).toBe(id)
      }),
    )
  })
})
