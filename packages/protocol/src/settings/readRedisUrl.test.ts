import { describe, expect, it } from 'vitest'
import { readRedisUrl } from './readRedisUrl.ts'

const single = { kind: 'single', isTls: false, database: 0 }

describe('the address of Redis', () => {
  it('names one server, with credentials, a database and TLS', () => {
    expect(readRedisUrl('redis://127.0.0.1')).toMatchObject({ ...single, hosts: [{ host: '127.0.0.1', port: 6379 }] })
    expect(readRedisUrl('rediss://user:p%40ss@redis.internal:6380/2')).toMatchObject({
      ...{ kind: 'single', isTls: true, username: 'user', password: 'p@ss', database: 2 },
      hosts: [{ host: 'redis.internal', port: 6380 }],
    })
    expect(readRedisUrl('redis://[::1]:7000')?.hosts).toEqual([{ host: '::1', port: 7000 }])
    expect(readRedisUrl('redis://:secret@host')).toMatchObject({ username: undefined, password: 'secret' })
    expect(readRedisUrl('redis://host:80')?.hosts).toEqual([{ host: 'host', port: 80 }])
  })

  it('names sentinels and their primary', () => {
    expect(readRedisUrl('redis-sentinel://:secret@a:1,b,c:3/main/4?sentinelPassword=other')).toMatchObject({
      ...{ kind: 'sentinel', primary: 'main', database: 4, password: 'secret', sentinelPassword: 'other' },
      hosts: [
        { host: 'a', port: 1 },
        { host: 'b', port: 26_379 },
        { host: 'c', port: 3 },
      ],
    })
  })

  it('names members of a cluster', () => {
    expect(readRedisUrl('rediss-cluster://a,b:7001')).toMatchObject({
      ...{ kind: 'cluster', isTls: true },
      hosts: [
        { host: 'a', port: 6379 },
        { host: 'b', port: 7001 },
      ],
    })
  })

  it.each([
    'http://host',
    'redis://',
    'redis://a,b',
    'redis://host/name',
    'redis://host:99999',
    'redis-sentinel://a,b',
    'redis-sentinel://a,,b/main',
    'redis-cluster://a/1',
    'redis-other://a',
  ])('rejects %s', (text) => {
    expect(readRedisUrl(text)).toBeUndefined()
  })
})
