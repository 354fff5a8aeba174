import { expect, test } from 'vitest'
import { isPublicStart } from './isPublicStart.ts'

test.each([
  [{ host: '127.0.0.1' }, false],
  [{ host: 'localhost', publicUrl: 'http://localhost:4102' }, false],
  [{ host: '::1', publicUrl: 'http://guardian.billfold.localhost:4104' }, false],
  [{ host: '127.0.0.1', publicUrl: 'http://[::1]:4102' }, false],
  [{ host: '0.0.0.0' }, true],
  [{ host: '::' }, true],
  [{ host: '192.168.0.7' }, true],
  [{ host: '127.0.0.1', publicUrl: 'http://api.example.com' }, true],
  [{ host: '127.0.0.1', publicUrl: 'http://localhost.example.com' }, true],
  [{ host: '127.0.0.1', env: { NODE_ENV: 'production' } }, true],
])('reads %j as public: %s', (start, isPublic) => expect(isPublicStart({ env: {}, ...start })).toBe(isPublic))
